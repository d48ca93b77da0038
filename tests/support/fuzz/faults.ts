import { tables } from '../../../src/store/tables.ts';
import { type Engine, type ScratchDatabase, sqlite } from '../engines.ts';
import type { Step } from './steps.ts';

const preparation = [
  'CREATE TABLE faults (kind TEXT)',
  'CREATE TABLE possible (id INTEGER PRIMARY KEY)',
  // A transaction with a row in it fails at its commit, when the reference is looked up.
  'CREATE TABLE doomed (id INTEGER REFERENCES possible (id) DEFERRABLE INITIALLY DEFERRED)',
];
const failing = tables();
const is = (kind: Step['fault']) => `EXISTS (SELECT 1 FROM faults WHERE kind = '${kind}')`;

const sqliteTriggers = failing.flatMap(({ name }) => [
  `CREATE TRIGGER ${name}_fails BEFORE INSERT ON ${name} WHEN ${is('statement')}
   BEGIN SELECT RAISE(ABORT, 'on purpose'); END`,
  `CREATE TRIGGER ${name}_dooms AFTER INSERT ON ${name} WHEN ${is('commit')} BEGIN INSERT INTO doomed VALUES (1); END`,
]);

/** One INSERT ends its connection, before it draws an id. No rollback sets the sequence back that tells the first one. */
const postgresTriggers = [
  'CREATE SEQUENCE broken_connections',
  `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF ${is('statement')} THEN RAISE EXCEPTION 'on purpose'; END IF;
     IF ${is('commit')} THEN INSERT INTO doomed VALUES (1); END IF;
     IF ${is('connection')} AND nextval('broken_connections') = 1 THEN
       PERFORM pg_terminate_backend(pg_backend_pid());
     END IF;
     RETURN NULL;
   END $$`,
  ...failing.map(({ name }) => `CREATE TRIGGER fails BEFORE INSERT ON ${name} EXECUTE FUNCTION fail()`),
];

export type During = <Result>(fault: Step['fault'], work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes INSERTs of a request fail: at once, or when their transaction commits. On PostgreSQL the connection of the first one
 * can end, which no client may notice.
 */
export async function prepareFaults(database: ScratchDatabase, engine: Engine): Promise<During> {
  for (const sql of [...preparation, ...(engine === sqlite ? sqliteTriggers : postgresTriggers)]) {
    await database.run(sql);
  }
  return async (fault, work) => {
    if (fault === 'none') return await work();
    if (engine !== sqlite) await database.run(`SELECT setval('broken_connections', 1, false)`);
    await database.run(`INSERT INTO faults VALUES ('${fault}')`);
    try {
      return await work();
    } finally {
      await database.run('DELETE FROM faults');
    }
  };
}
