import { expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { checkCommand } from '../../../src/cli/admin/check.ts';
import { doctorCommand } from '../../../src/cli/admin/doctor.ts';
import { keysCommand } from '../../../src/cli/admin/keys.ts';
import { healthCommand } from '../../../src/cli/health.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { damagePage } from '../../support/damage-page.ts';
import { postgres, sqlite } from '../../support/engines.ts';
import { runHere } from '../../support/process/command.ts';
import { cleanEnv, petstore, run } from '../../support/process/program.ts';
import { startServer } from '../../support/process/server.ts';

const tlsFile = (name: string) => join(import.meta.dir, '../../data/tls', name);
const lineOf = (output: string, name: string) =>
  output.split('\n').find((line) => line.slice(10).startsWith(`${name} `));

const namesIn = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(10).split(' ')[0]);
/** What doctor examines first, whatever the engine. */
const ofAll = ['settings', 'address', 'proxies', 'files'];

test('doctor and health report on a running service, and on one that has stopped', async () => {
  const server = await startServer();
  const env = { PORT: new URL(server.url).port, DATABASE_URL: server.databaseUrl };
  expect(await run(['health'], env)).toEqual({ exitCode: 0, stdout: 'ready\n', stderr: '' });
  for (const flag of ['--reads', '--writes']) {
    expect(await runHere(healthCommand(), [flag], env)).toEqual({ exitCode: 0, stdout: 'ready\n', stderr: '' });
  }
  const examined = await run(['doctor'], env);
  expect([examined.exitCode, examined.stderr]).toEqual([0, '']);
  expect(namesIn(examined.stdout)).toEqual([...ofAll, 'rights', 'disk', 'schema', 'clock', 'photos', 'backup']);
  expect(lineOf(examined.stdout, 'backup')).toStartWith('warning ');
  await server.stop();
  const away = await runHere(healthCommand(), [], env);
  expect([away.exitCode, away.stderr]).toEqual([
    1,
    `petstore: no response from ${server.url}/readyz: connection refused\n`,
  ]);
});

test('doctor and check end quietly when nobody reads their findings', async () => {
  const database = await sqlite.makeDatabase();
  await migrateStore(database.url);
  for (const command of ['doctor', 'check']) {
    const piped = Bun.spawn(['sh', '-c', '"$@" | true', 'sh', ...petstore(command)], {
      env: cleanEnv({ DATABASE_URL: database.url }),
      stderr: 'pipe',
    });
    expect([command, await new Response(piped.stderr).text()]).toEqual([command, '']);
  }
  await database.remove();
});

test('doctor examines the settings of a PostgreSQL server', async () => {
  const database = await postgres.makeDatabase({ isMigrated: true });
  await migrateStore(database.url);
  const examined = await runHere(doctorCommand(), [], { DATABASE_URL: database.url });
  // The PostgreSQL of the tests does not flush, which doctor reports.
  const isDurable = !examined.stdout.includes('fsync = off');
  const [exitCode, stderr] = isDurable ? [0, ''] : [1, 'petstore: 1 of the checks failed\n'];
  expect([examined.exitCode, examined.stderr]).toEqual([exitCode, stderr]);
  expect(namesIn(examined.stdout)).toEqual([
    ...ofAll,
    'schema',
    'clock',
    'server',
    'standbys',
    'pool',
    'photos',
    'backup',
  ]);
  expect(lineOf(examined.stdout, 'backup')).toStartWith('warning ');
  const state = isDurable ? 'ok' : 'error';
  expect(lineOf(examined.stdout, 'server')).toMatch(new RegExp(`^${state} .*fsync = (on|off), full_page_writes = `));
  expect(lineOf(examined.stdout, 'pool')).toContain('opens 16 of the ');
  expect(lineOf(examined.stdout, 'photos')).toMatch(/^ok .*disabled; PETSTORE_MEDIA_URL enables them/);
  await database.run("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')");
  await database.run(
    `INSERT INTO pet_photos (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at)
       SELECT id, 0, '${'ab'.repeat(24)}', '', 400, 300, '#000000', '', 1 FROM pets`,
  );
  const again = await runHere(doctorCommand(), [], { DATABASE_URL: database.url });
  expect(lineOf(again.stdout, 'photos')).toMatch(/^error .*has photos, but PETSTORE_MEDIA_URL is not set/);
  const checked = await runHere(checkCommand(), ['--database-url', database.url]);
  expect(lineOf(checked.stdout, 'photos')).toMatch(/^warning .*PETSTORE_MEDIA_URL is not set/);
  await database.remove();
});

test('doctor finds wrong settings, permissions that are too wide, and an expired certificate', async () => {
  const doctor = (env: Record<string, string>) => runHere(doctorCommand(), [], env);
  const wrong = await doctor({ PORT: 'x', PETSTORE_LOG_LEVEL: 'loud', PETSTORE_RATELIMIT: '1' });
  expect([wrong.exitCode, wrong.stdout.split('error     settings ').length - 1]).toEqual([2, 3]);
  const json = await runHere(doctorCommand(), ['--json'], { PORT: 'x' });
  const finding = { name: 'settings', state: 'error', detail: expect.stringContaining('PORT') };
  expect([json.exitCode, JSON.parse(json.stdout)]).toEqual([2, { ok: false, findings: [finding] }]);
  const database = await sqlite.makeDatabase();
  await migrateStore(database.url);
  chmodSync(database.url.replace('sqlite:', ''), 0o644);
  const env = {
    DATABASE_URL: database.url,
    PETSTORE_TLS_CERT: tlsFile('expired-cert.pem'),
    PETSTORE_TLS_KEY: tlsFile('renewed-key.pem'),
  };
  const place = join(import.meta.path, 'photos');
  const more = { HOST: '0.0.0.0', PETSTORE_WORKERS: '2', PETSTORE_FLAVOUR: 'x', PETSTORE_MEDIA_URL: `file:${place}` };
  const examined = await doctor({ ...env, ...more });
  expect(examined.exitCode).toBe(1);
  expect(lineOf(examined.stdout, 'rights')).toMatch(/^warning .*chmod 600/);
  expect(lineOf(examined.stdout, 'address')).toMatch(/^warning .*set PETSTORE_URL/);
  expect(lineOf(examined.stdout, 'TLS')).toMatch(/^error .*renew it/);
  expect(lineOf(examined.stdout, 'memory')).toStartWith('ok ');
  expect(lineOf(examined.stdout, 'settings')).toMatch(/^warning .*: PETSTORE_FLAVOUR$/);
  expect(lineOf(examined.stdout, 'photos')).toMatch(/^error .*cannot store photos in .*\/photos/);
  await database.remove();
});

test('doctor says what the settings make of a missing database, and what backups make of foreign tables', async () => {
  const database = await sqlite.makeDatabase();
  const env = { DATABASE_URL: database.url };
  const missing = await runHere(doctorCommand(), [], { ...env, PETSTORE_NEW_DATABASE: 'refuse' });
  expect([missing.exitCode, lineOf(missing.stdout, 'schema')]).toEqual([
    1,
    expect.stringMatching(/^error .*not to make/),
  ]);
  await migrateStore(database.url);
  await database.run('CREATE TABLE mailing_list (address TEXT)');
  const { stdout } = await runHere(doctorCommand(), [], env);
  expect(lineOf(stdout, 'schema')).toMatch(/^warning .*"mailing_list".*; backups fail meanwhile$/);
  await database.remove();
});

test('doctor doubts a backup of the future', async () => {
  const database = await sqlite.makeDatabase();
  await migrateStore(database.url);
  const at = Date.now() + 3 * 86_400_000;
  await database.run(`INSERT INTO settings VALUES ('last_backup_at', '${at}')`);
  const { exitCode, stdout } = await runHere(doctorCommand(), [], { DATABASE_URL: database.url });
  expect([exitCode, lineOf(stdout, 'backup')]).toEqual([
    0,
    `warning   backup     the last one is of ${new Date(at).toISOString()}; that is in the future; was the clock wrong?`,
  ]);
  await database.remove();
});

test('a command that reads or writes a damaged page names the damage, and not only that the storage is away', async () => {
  const database = await sqlite.makeDatabase();
  await migrateStore(database.url);
  damagePage(database.url.replace('sqlite:', ''), 'keys');
  for (const args of [['list'], ['revoke', '1']]) {
    const { exitCode, stderr } = await runHere(keysCommand(), [...args, '--database-url', database.url]);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^petstore: the database file is damaged, [^\n]+ "petstore restore" restores a backup\n$/),
    ]);
  }
  await database.remove();
});
