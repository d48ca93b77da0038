import { escapeInvisible } from '../../lib/visible-text.ts';
import { expectedTables, postgresMigrations, schemaVersion } from '../schema.ts';
import { statement } from '../statement.ts';
import type { Connection } from './connection.ts';

const ownTables = () =>
  ['petstore_schema', ...expectedTables(postgresMigrations, schemaVersion)].map((name) => `'${name}'`).join(', ');

/** What somebody has added to the tables that changes what is written to them, or what is found in them. */
export async function findSchemaFaults(connection: Connection): Promise<string[]> {
  const findObjects = statement<readonly [kind: string, name: string, table: string]>(
    `SELECT kind, CAST(name AS TEXT), CAST(relname AS TEXT) FROM (
       SELECT 'trigger' AS kind, tgname AS name, tgrelid AS id FROM pg_catalog.pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT 'rule', rulename, ev_class FROM pg_catalog.pg_rewrite
       UNION ALL SELECT 'row-level security policy', polname, polrelid FROM pg_catalog.pg_policy
     ) AS objects
     JOIN pg_catalog.pg_class ON pg_class.oid = objects.id
     JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = current_schema() AND relname IN (${ownTables()})
     ORDER BY relname, kind, name`,
  );
  const found = await connection.query(findObjects, []);
  return found.map(([kind, name, table]) => escapeInvisible(`${kind} "${name}" of ${table} is unknown`));
}
