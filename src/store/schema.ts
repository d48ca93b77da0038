import { foldKey } from '../lib/fold-text.ts';
import { listSome } from '../lib/log.ts';
import { outdated } from './errors.ts';
import type { FilledColumn } from './fill-column.ts';
import { statement } from './statement.ts';
import { StorageError } from './store.ts';

// Releases of several schema versions may use one database. Each migration says which of them may still write.

/**
 * For each schema version, from 1 on, the oldest version whose releases may write to it. A migration raises it when older
 * releases would write something wrong: 3 added events and 4 statistics, which older releases do not write, and 7 the keys of
 * webhooks, without which older releases send to webhooks whose key has ended, and 8 the times, profiles and photos of
 * animals, which older releases would neither change nor remove, and 10 inquiries, whose ids older releases would lose when
 * they sequence events.
 */
const oldestWriters = [1, 1, 3, 4, 4, 4, 7, 8, 8, 10] as const;

/** The schema version of this release. */
export const schemaVersion = oldestWriters.length;

/** From this version on, releases read the oldest writer, and stop writing when they are older. */
export const firstCheckedVersion = 5;

/** One step from a schema version to the next. */
export interface MigrationStep {
  readonly script: string;
  /** A column to fill after the script, and the script that follows. */
  readonly fill?: Fill | undefined;
  /** The oldest version whose releases may write after it. */
  readonly oldestWriter: number;
}

export interface Fill {
  readonly column: FilledColumn;
  readonly script: string;
}

/** The folded names, by which animals are found and sorted. */
export const nameKeys: FilledColumn = { table: 'pets', from: 'name', to: 'name_key', compute: foldKey };

/** The steps of an engine, from its scripts in their order. */
export function toSteps(scripts: readonly (string | readonly [script: string, fill: Fill])[]): MigrationStep[] {
  if (scripts.length !== schemaVersion) throw new Error('every migration needs an entry in oldestWriters');
  return scripts.map((entry, index) => {
    const [script, fill] = typeof entry === 'string' ? [entry] : entry;
    return { script, fill, oldestWriter: oldestWriters[index] ?? schemaVersion };
  });
}

/** The tables that a database of this version has. Of a newer version only the one that says who may write is known. */
export function expectedTables(steps: readonly MigrationStep[], version: number): Set<string> {
  const names = new Set<string>();
  if (version > steps.length) return names.add('petstore_writers');
  for (const { script } of steps.slice(0, version)) {
    for (const [, verb, name = ''] of script.matchAll(/^(CREATE|DROP) TABLE (\w+)/gm)) {
      if (verb === 'CREATE') names.add(name);
      else names.delete(name);
    }
  }
  return names;
}

/** What to do about servers of the version before a migration; `undefined` if they may go on writing. */
export function adviseAfterMigration(from: number): string | undefined {
  const oldestWriter = oldestWriters[schemaVersion - 1] ?? schemaVersion;
  if (from === 0 || from >= oldestWriter) return undefined;
  return from < firstCheckedVersion
    ? 'Servers of the earlier release must not use this database any more: stop them if any are running.'
    : 'Servers of the earlier release on this database write no longer: update them.';
}

export const readOldestWriter = statement<readonly [oldestWriter: bigint]>(
  'SELECT oldest_writer FROM petstore_writers',
);

/** Why this release may not write; `undefined` if it may. */
export function whyOutdated([row]: readonly (readonly [oldestWriter: bigint])[]): string | undefined {
  const oldestWriter = Number(row?.[0] ?? 0);
  return oldestWriter > schemaVersion ? mayNotWrite(schemaVersion, oldestWriter) : undefined;
}

/** @throws ServiceError `unavailable` when a newer release has ended the writes of this one */
export function requireWriter(rows: readonly (readonly [oldestWriter: bigint])[]): void {
  const reason = whyOutdated(rows);
  if (reason !== undefined) throw outdated(new StorageError(reason));
}

/** @throws StorageError when a newer release has ended the writes of version `own`. `subject` is the database. */
export function refuseOutdated(subject: string, own: number, oldestWriter: number): void {
  if (oldestWriter <= own) return;
  throw new StorageError(
    `${subject} was migrated by a newer release. ${mayNotWrite(own, oldestWriter)}, ` +
      'or restore a backup from before the migration with "petstore restore"',
  );
}

function mayNotWrite(own: number, oldestWriter: number): string {
  return (
    `Only releases of schema version ${oldestWriter} or later may write to it, and this one is of version ${own}: ` +
    'start the newer release'
  );
}

/** @throws StorageError when something in a database was not made by this program: it could change what is written */
export function requireOwnSchema(subject: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new StorageError(
    `${subject} is not as petstore makes it: ${listSome(faults)}; drop what you have added yourself, otherwise do not use it`,
  );
}

/** @throws StorageError when tables are missing that the schema version of a database should have */
export function requireTables(subject: string, expected: ReadonlySet<string>, found: readonly string[]): void {
  const missing = [...expected].filter((name) => !found.includes(name));
  if (missing.length === 0) return;
  throw new StorageError(
    `${subject} is marked as a petstore database, but has no table ${missing.join(', ')}; ` +
      'use another database, or restore a backup with "petstore restore"',
  );
}
