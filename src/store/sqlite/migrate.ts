import initial from '../migrations/0001.sqlite.sql' with { type: 'text' };
import { statement } from '../statement.ts';
import { StorageError } from '../store.ts';
import type { Connection } from './database.ts';

/** In the order in which they run. The file's `user_version` counts how many of them it has. */
const migrations = [initial];

/** Marks the file as one of this program: "pets" in ASCII, kept in the file's header. */
const applicationId = 0x70657473n;

const readVersion = statement<readonly [bigint]>('PRAGMA user_version');
const readApplication = statement<readonly [bigint]>('PRAGMA application_id');
const countTables = statement<readonly [bigint]>('SELECT count(*) FROM sqlite_master');

/** Brings the file to this program's schema, once, however many processes start on it at the same moment. */
export function migrate(connection: Connection, path: string): void {
  connection.execute('BEGIN IMMEDIATE');
  try {
    const version = Number(connection.query(readVersion, [])[0]?.[0]);
    refuseForeignFile(connection, path, version);
    for (const script of migrations.slice(version)) connection.execute(script);
    if (version < migrations.length) {
      connection.execute(`PRAGMA application_id = ${applicationId}`);
      connection.execute(`PRAGMA user_version = ${migrations.length}`);
    }
    connection.execute('COMMIT');
  } catch (error) {
    connection.execute('ROLLBACK');
    throw error;
  }
}

function refuseForeignFile(connection: Connection, path: string, version: number): void {
  const application = connection.query(readApplication, [])[0]?.[0];
  const isEmpty = connection.query(countTables, [])[0]?.[0] === 0n;
  if (!isEmpty && application !== applicationId) {
    throw new StorageError(`cannot use the database file ${path}: it belongs to another program`);
  }
  if (version > migrations.length) {
    throw new StorageError(
      `cannot use the database file ${path}: it has schema version ${version}, made by a newer release; ` +
        `this release knows versions up to ${migrations.length}`,
    );
  }
}
