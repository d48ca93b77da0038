import { listSome } from '../lib/visible-text.ts';
import sqlite1 from './migrations/0001.sqlite.sql' with { type: 'text' };
import postgres11 from './migrations/0011.postgres.sql' with { type: 'text' };
import sqlite11 from './migrations/0011.sqlite.sql' with { type: 'text' };
import postgres12 from './migrations/0012.postgres.sql' with { type: 'text' };
import sqlite12 from './migrations/0012.sqlite.sql' with { type: 'text' };
import { statement } from './statement.ts';
import { outdated } from './storage-errors.ts';
import { type Migration, StorageError } from './store.ts';

// A migration takes a database from the schema of one release to that of the next. Those of releases are never edited. After a
// release one open migration follows, which is edited until the next: docs/decisions/0023-releases-side-by-side.md.

/** From this version on, releases read the oldest writer, and stop writing when they are older. 1.0.0 does not. */
export const firstCheckedVersion = 11;

/** The step to a schema version from the one before it in the list. */
export interface MigrationStep {
  readonly version: number;
  readonly script: string;
  /** The oldest version whose releases may write after it: docs/changing.md, "How to write a migration". */
  readonly oldestWriter: number;
}

/** In the order of releases, of which 1.0.0 knew SQLite only. A database has the version of the last one that has run. */
const migrations: readonly (Omit<MigrationStep, 'script'> & { sqlite: string; postgres?: string })[] = [
  { version: 1, oldestWriter: 1, sqlite: sqlite1 },
  { version: 11, oldestWriter: 11, sqlite: sqlite11, postgres: postgres11 },
  { version: 12, oldestWriter: 11, sqlite: sqlite12, postgres: postgres12 },
];

export const sqliteMigrations: readonly MigrationStep[] = migrations.map((step) => ({ ...step, script: step.sqlite }));
export const postgresMigrations: readonly MigrationStep[] = migrations.flatMap((step) =>
  step.postgres === undefined ? [] : [{ ...step, script: step.postgres }],
);

/** The schema version of this release. */
export const schemaVersion = lastVersion(sqliteMigrations);

/** The steps that have made a database of a version. */
export function stepsUntil(steps: readonly MigrationStep[], version: number): MigrationStep[] {
  return steps.filter((step) => step.version <= version);
}

export function stepsAfter(steps: readonly MigrationStep[], version: number): MigrationStep[] {
  return steps.filter((step) => step.version > version);
}

export function lastVersion(steps: readonly MigrationStep[]): number {
  return steps.at(-1)?.version ?? 0;
}

/** The oldest version whose releases may write to a database of a version. */
export function oldestWriterOf(steps: readonly MigrationStep[], version: number): bigint {
  return BigInt(stepsUntil(steps, version).at(-1)?.oldestWriter ?? 0);
}

/**
 * The migration that a database with these tables needs. `subject` is the database.
 * @throws StorageError when no release has had its version, or when tables are missing
 */
export function planSteps(
  subject: string,
  steps: readonly MigrationStep[],
  from: number,
  tables: readonly string[],
): Migration {
  const to = Math.max(from, lastVersion(steps));
  if (![0, to].includes(from) && !steps.some(({ version }) => version === from)) {
    throw new StorageError(
      `${subject} has schema version ${from}, which no release has: it was made by a build from before 1.1.0. Run ` +
        '"petstore migrate" of the last such build, which leads to version 10, then that of release 1.1.0, and then start this one',
    );
  }
  requireTables(subject, expectedTables(steps, from), tables);
  return { from, to };
}

/** The tables that a database of this version has. Of a newer version only the one that says who may write is known. */
export function expectedTables(steps: readonly MigrationStep[], version: number): Set<string> {
  const names = new Set<string>();
  if (version > lastVersion(steps)) return names.add('petstore_writers');
  for (const { script } of stepsUntil(steps, version)) {
    for (const [, change, name = ''] of script.matchAll(/^(CREATE|DROP) TABLE (?:IF EXISTS )?(\w+)/gm)) {
      if (change === 'CREATE') names.add(name);
      else names.delete(name);
    }
  }
  return names;
}

/** What to do about servers of the version before a migration; `undefined` if they may go on writing. */
export function adviseAfterMigration(from: number): string | undefined {
  if (from === 0 || from >= oldestWriterOf(sqliteMigrations, schemaVersion)) return undefined;
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
export function refuseSchemaFaults(subject: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new StorageError(
    `${subject} is not as petstore makes it: ${listSome(faults)}; drop what you have added yourself, otherwise do not use it`,
  );
}

/** @throws StorageError when tables are missing that the schema version of a database should have */
function requireTables(subject: string, expected: ReadonlySet<string>, found: readonly string[]): void {
  const missing = [...expected].filter((name) => !found.includes(name));
  if (missing.length === 0) return;
  throw new StorageError(
    `${subject} is marked as a petstore database, but has no table ${missing.join(', ')}; ` +
      'use another database, or restore a backup with "petstore restore"',
  );
}
