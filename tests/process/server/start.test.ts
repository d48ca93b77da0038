import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exportCommand } from '../../../cli/client/export.ts';
import { keysCommand } from '../../../cli/operator/keys.ts';
import { createProgram } from '../../../cli/program.ts';
import { sqlitePath } from '../../../src/lib/addresses/database-url.ts';
import { engines, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { runHere } from '../../support/process/command.ts';
import { withoutOverride } from '../../support/process/confined.ts';
import { cleanEnv, petstore, run } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

let scratch: ScratchFolder;
beforeEach(() => {
  scratch = makeScratchFolder();
});
afterEach(() => scratch.remove());

describe('a variable with the prefix of the settings', () => {
  test('that is misspelled is rejected with the right name by every command, and nothing is started', async () => {
    const database = join(scratch.path, 'new.db');
    const env = { PORT: '0', DATABASE_URL: `sqlite:${database}`, PETSTORE_RATELIMIT: '5', PETSTORE_TOKN: 'x' };
    const faults =
      '  PETSTORE_RATELIMIT is not a setting. Did you mean PETSTORE_RATE_LIMIT?\n' +
      '  PETSTORE_TOKN is not a setting. Did you mean PETSTORE_TOKEN?\n';
    for (const args of [['serve'], ['keys', 'create', '--name', 'x', '--role', 'reader'], ['export'], ['migrate']]) {
      // The service as a program of its own, the others as it would run them.
      const start = async () => (args[0] === 'serve' ? run(args, env) : runHere(await createProgram(args), args, env));
      const { exitCode, stdout, stderr } = await start();
      expect([args[0], exitCode, stdout, stderr]).toEqual([args[0], 2, '', expect.stringContaining(faults)]);
    }
    expect(existsSync(database)).toBe(false);
  });
});

describe('a service in whose environment are variables that are no settings', () => {
  let server: TestServer;
  beforeAll(async () => {
    const resembleNoSetting = { PETSTORE_FLAVOUR: 'vanilla', PETSTORE_SHAPE: 'round' };
    const ofKubernetes = { PETSTORE_SERVICE_HOST: '10.0.0.1', PETSTORE_PORT: 'tcp://10.0.0.1:80' };
    server = await startServer({ env: { ...resembleNoSetting, ...ofKubernetes } });
  });
  afterAll(() => server.stop());
  const csv = 'id,name,categoryId,status,category\n';
  const exportHere = (flags: string[], env = {}) => runHere(exportCommand(), flags, env);

  test('reports those once that resemble none, and not those that Kubernetes injects', async () => {
    const warnings = () => server.output.stderr.split('\n').filter((line) => line.includes('"warn"'));
    await until('the warning', () => warnings().length > 0);
    expect(warnings()).toEqual([expect.stringContaining('"names":"PETSTORE_FLAVOUR PETSTORE_SHAPE"')]);
  });

  test('takes commands whose key and address come from the flags, or else from the variables of the commands', async () => {
    const env = { PETSTORE_SERVER: server.url, PETSTORE_TOKEN: adminKey };
    const wrong = { PETSTORE_SERVER: 'http://127.0.0.1:1', PETSTORE_TOKEN: 'x', PETSTORE_API_KEY: 'x'.repeat(32) };
    expect(await exportHere([], env)).toEqual({ exitCode: 0, stdout: csv, stderr: '' });
    const flags = ['--server', server.url, '--token', adminKey];
    expect(await exportHere(flags, wrong)).toMatchObject({ stdout: csv });
  });

  test('takes commands whose key and address have their former names, with a notice', async () => {
    const byVariable = await exportHere([], { PETSTORE_URL: server.url, PETSTORE_API_KEY: adminKey });
    expect(byVariable).toMatchObject({ exitCode: 0, stdout: csv });
    expect(byVariable.stderr).toContain('using PETSTORE_API_KEY, a setting of "petstore serve"; set PETSTORE_TOKEN');
    expect(byVariable.stderr).toContain('using PETSTORE_URL, a setting of "petstore serve"; set PETSTORE_SERVER');
    const byFlag = await exportHere(['--url', server.url, '--key', adminKey]);
    expect(byFlag).toMatchObject({ exitCode: 0, stdout: csv });
    expect(byFlag.stderr).toContain('--url is the former name of --server');
    expect(byFlag.stderr).toContain('--key is the former name of --token');
  });
});

describe.each(engines)('of the starts on one $name database,', (engine) => {
  let database: ScratchDatabase;
  let server: TestServer;
  let firstKey = '';
  beforeAll(async () => {
    database = await engine.makeDatabase();
  });
  afterAll(() => database.remove());
  const start = async (presetKey: string, env = {}) => {
    server = await startServer({ database, env: { PETSTORE_API_KEY: presetKey, ...env } });
    return server.output.stdout;
  };
  afterEach(() => server.stop());
  const listPets = (secret: string) => server.fetch('/v1/pets', { headers: { Authorization: `Bearer ${secret}` } });

  test('the first reports a new database, has a key that works beside a file, and ignores the key of the commands', async () => {
    const output = await start('', { PETSTORE_TOKEN: adminKey });
    expect(output).toContain(', a new database\n');
    // The photos of a file are beside it; a server has no such place.
    expect(output.includes('Photos are disabled; set PETSTORE_MEDIA_URL')).toBe(engine !== sqlite);
    await until('the line in the log', () => server.output.stderr.includes('"databaseState":"new"'));
    // Backups are told apart by it.
    expect(String(await database.run("SELECT length(value) FROM settings WHERE name = 'database_id'"))).toBe('22');
    const path = sqlitePath(database.url);
    if (path !== undefined) {
      firstKey = readFileSync(join(dirname(path), 'first-key'), 'utf8').trim();
      const response = await listPets(firstKey);
      expect([response.status, await response.json()]).toEqual([200, []]);
    }
    expect((await listPets(adminKey)).status).toBe(401);
  });

  // None of the following depends on the engine.
  if (engine !== sqlite) return;

  test('a later one registers a preset key, says so without repeating it, and prints none', async () => {
    const output = await start(adminKey, { PETSTORE_NEW_DATABASE: 'refuse' });
    await until('the line in the log', () => server.output.stderr.includes('"databaseState":"existing"'));
    expect(output).toContain('Registered the key in PETSTORE_API_KEY as key 2, with the role admin.');
    expect(output).not.toMatch(/pet_prod_|a new database/);
    expect((await listPets(adminKey)).status).toBe(200);
    expect((await listPets(firstKey)).status).toBe(200);
    await server.stop();
    expect(server.output.stdout + server.output.stderr).not.toContain(adminKey);
  });

  test('one with the key of a reader reports that it keeps its scopes, and stops when its terminal closes', async () => {
    const create = ['create', '--name', 'web site', '--role', 'reader'];
    const created = await runHere(keysCommand(), create, { DATABASE_URL: database.url });
    const output = await start(created.stdout.trim());
    expect(output).toContain('PETSTORE_API_KEY is key 3 "web site" and keeps its scopes: reader.');
    server.signal('SIGHUP');
    expect(await server.exited).toBe(0);
    await server.stop();
    expect(server.output.stderr).toContain('"event":"stopped"');
  });
});

test('a data folder that may not be written to is reported in a line that says how to choose another file', async () => {
  const folder = join(scratch.path, 'locked');
  mkdirSync(folder, { mode: 0o555 });
  const options = { cwd: folder, env: cleanEnv({ PORT: '0' }), stdout: 'ignore', stderr: 'pipe' } as const;
  const program = Bun.spawn(withoutOverride(petstore('serve')), options);
  const user = Bun.spawnSync(['id', '-un']).stdout.toString().trim();
  expect([await program.exited, await program.stderr.text()]).toEqual([
    1,
    `petstore: cannot use the database file data/petstore.db: the user ${user} may not use ${folder}, which belongs to ` +
      `${user}; make it writable, or set another file with DATABASE_URL (or --database-url)\n`,
  ]);
});

test('a service whose terminal closes keeps running if it was started to ignore SIGHUP, and shows the absolute path of its database', async () => {
  const command = ['sh', '-c', 'trap "" HUP; exec "$0" "$@"', ...petstore('serve')];
  const program = Bun.spawn(command, {
    cwd: scratch.path,
    env: cleanEnv({ PORT: '0', PETSTORE_API_KEY: adminKey }),
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const reader = program.stdout.getReader();
  let printed = '';
  while (!printed.includes('Stop with Ctrl-C')) printed += new TextDecoder().decode((await reader.read()).value);
  expect(printed).toContain(` keeps its data in sqlite:${join(scratch.path, 'data/petstore.db')}, a new database\n`);
  const url = /listens on (\S+)/.exec(printed)?.[1];
  process.kill(program.pid, 'SIGHUP');
  const headers = { Authorization: `Bearer ${adminKey}` };
  for (let request = 0; request < 5; request++) {
    expect((await fetch(`${url}/readyz`, { headers })).status).toBe(200);
  }
  program.kill('SIGTERM');
  expect(await program.exited).toBe(0);
});
