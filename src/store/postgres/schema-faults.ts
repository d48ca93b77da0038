import { escapeInvisible } from '../../lib/visible-text.ts';
import { statement } from '../statement.ts';
import { tables } from '../tables.ts';
import type { Connection } from './connection.ts';

const ownTables = () =>
  [...tables().map(({ name }) => name), 'petstore_schema', 'petstore_writers'].map((name) => `'${name}'`).join(', ');

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

/** What a schema has of the tables that a migration makes. */
const describeSchema = (schema: string) =>
  statement<readonly [table: string, description: string]>(
    `SELECT CAST(relname AS TEXT), description FROM (
       SELECT attrelid AS id, concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod), collname,
         CASE WHEN attnotnull THEN 'not null' END, CASE WHEN attidentity <> '' THEN concat('identity ', attidentity) END,
         'default ' || pg_catalog.pg_get_expr(adbin, adrelid)) AS description
       FROM pg_catalog.pg_attribute
       LEFT JOIN pg_catalog.pg_attrdef ON adrelid = attrelid AND adnum = attnum
       LEFT JOIN pg_catalog.pg_collation ON pg_collation.oid = attcollation
       WHERE attnum > 0 AND NOT attisdropped
       UNION ALL SELECT conrelid, concat('constraint ', conname, ' ', pg_catalog.pg_get_constraintdef(oid))
       FROM pg_catalog.pg_constraint WHERE contype IN ('c', 'p', 'u', 'f', 'x')
       UNION ALL SELECT indrelid, regexp_replace(pg_catalog.pg_get_indexdef(indexrelid), ' ON \\S+\\.', ' ON ')
       FROM pg_catalog.pg_index
     ) AS objects JOIN pg_catalog.pg_class ON pg_class.oid = id
     WHERE relkind = 'r' AND relnamespace = ${schema} AND relname IN (${ownTables()})
       AND relname <> 'petstore_schema'
     ORDER BY 1, 2`,
  );

/** How the tables of a database differ from those that a script makes, which it makes as temporary ones. */
export async function findDifferences(connection: Connection, script: string): Promise<string[]> {
  const read = async (schema: string) =>
    (await connection.query(describeSchema(schema), [])).map(([table, text]) => `${text} of ${table}`);
  const found = await read('CAST(current_schema() AS regnamespace)');
  const added = await findSchemaFaults(connection);
  await connection.execute('BEGIN');
  try {
    await connection.execute('SET LOCAL search_path = pg_temp');
    await connection.execute(script);
    const expected = await read('pg_catalog.pg_my_temp_schema()');
    const [missing, unknown] = [
      expected.filter((one) => !found.includes(one)),
      found.filter((one) => !expected.includes(one)),
    ];
    const differences = [...missing.map((one) => `${one} is missing`), ...unknown.map((one) => `${one} is unknown`)];
    return [...differences.map(escapeInvisible), ...added];
  } finally {
    await connection.execute('ROLLBACK').catch(() => undefined);
  }
}
