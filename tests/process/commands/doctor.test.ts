import { describe, expect, test } from 'bun:test';
import { chmodSync, copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { healthCommand } from '../../../cli/health.ts';
import { checkCommand } from '../../../cli/operator/check.ts';
import { doctorCommand } from '../../../cli/operator/doctor.ts';
import { keysCommand } from '../../../cli/operator/keys.ts';
import { sqlitePath } from '../../../src/lib/addresses/database-url.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { damagePage } from '../../support/damage-page.ts';
import { loadReleased } from '../../support/data/released-data.ts';
import { postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { type DiskFault, findDiskObstacle, makeDisk } from '../../support/faults/disk.ts';
import { addCaller } from '../../support/http/caller.ts';
import { openStore } from '../../support/open-store.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
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

test('health checks the certificate of every address but those of this machine', async () => {
  const cert = tlsFile('cert.pem');
  const tls = { cert: Bun.file(cert), key: Bun.file(tlsFile('key.pem')) };
  using service = Bun.serve({ hostname: '127.0.0.1', port: 0, tls, fetch: () => new Response('ready') });
  const { port } = service;
  // The system takes 0.0.0.0 for this machine, and a certificate has it as little as that of another one.
  const other = `https://0.0.0.0:${port}`;
  const codeOf = async (args: string[], env: Record<string, string> = {}) => {
    const { exitCode, stderr } = await runHere(healthCommand(), args, env);
    expect(stderr).toMatch(exitCode === 0 ? /^$/ : /^petstore: no response from .*certificate/);
    return exitCode;
  };
  expect([
    await codeOf([], { PORT: String(port), PETSTORE_TLS_CERT: cert }),
    await codeOf(['--server', `https://127.0.0.1:${port}`]),
    await codeOf(['--server', `https://127.1:${port}`]),
    await codeOf(['--server', other]),
    await codeOf(['--server', other.replace('//', '//localhost:x@')]),
    await codeOf([], { PETSTORE_SERVER: other }),
  ]).toEqual([0, 0, 0, 1, 1, 1]);
});

test('doctor and health report on a running service, and on one that has stopped', async () => {
  const server = await startServer();
  const env = { PORT: new URL(server.url).port, DATABASE_URL: server.databaseUrl };
  expect(await run(['health'], env)).toEqual({ exitCode: 0, stdout: 'ready\n', stderr: '' });
  for (const flag of ['--reads', '--writes']) {
    expect(await runHere(healthCommand(), [flag], env)).toEqual({ exitCode: 0, stdout: 'ready\n', stderr: '' });
  }
  const examined = await runHere(doctorCommand(), [], env);
  expect([examined.exitCode, examined.stderr]).toEqual([0, '']);
  expect(namesIn(examined.stdout)).toEqual([
    ...ofAll,
    'rights',
    'disk',
    'flush',
    'schema',
    'data',
    'clock',
    'photos',
    'backup',
  ]);
  expect(lineOf(examined.stdout, 'backup')).toStartWith('warning ');
  await server.stop();
  const away = await runHere(healthCommand(), [], env);
  expect([away.exitCode, away.stderr]).toEqual([
    1,
    `petstore: no response from ${server.url}/readyz: connection refused\n`,
  ]);
});

test('doctor reminds of the file with the first key for as long as it is there', async () => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
  const file = join(dirname(sqlitePath(database.url) ?? ''), 'first-key');
  const examine = async () =>
    lineOf((await runHere(doctorCommand(), [], { DATABASE_URL: database.url })).stdout, 'key');
  writeFileSync(file, 'pet_prod_x', { mode: 0o600 });
  expect(await examine()).toContain(`${file} has the first API key; store it elsewhere, and delete the file`);
  rmSync(file);
  expect(await examine()).toBeUndefined();
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
    'data',
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
  const away = await runHere(doctorCommand(), [], { DATABASE_URL: database.url.replace(/:\d+\//, ':1/') });
  expect([away.exitCode, lineOf(away.stdout, 'database')]).toEqual([
    1,
    expect.stringMatching(/^error .*connection refused/),
  ]);
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
  const database = await sqlite.makeDatabase({ isMigrated: true });
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

/** What operators have done to a service, and what the two commands say about it. */
interface OperatorFault {
  name: string;
  plant: (database: ScratchDatabase, path: string) => unknown;
  doctor: [exitCode: number, line: RegExp];
  check: [exitCode: number, output: RegExp];
}

const day = 86_400_000;
const set = (name: string, value: unknown) => (database: ScratchDatabase) =>
  database.run(`INSERT INTO settings VALUES ('${name}', '${value}')`);
/** Leaves the files of a service that was killed, with writes in its log. */
const crash = async ({ url }: ScratchDatabase, path: string, after: () => void) => {
  const store = await openStore(url);
  await addCaller(store);
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(path + suffix, `${path}.kept${suffix}`);
  await store.close();
  for (const suffix of ['', '-wal', '-shm']) renameSync(`${path}.kept${suffix}`, path + suffix);
  after();
};

const operatorFaults: OperatorFault[] = [
  {
    name: 'the log of another state of the file beside it',
    plant: async (database, path) => {
      await (await openStore(database.url)).close();
      copyFileSync(path, `${path}.backup`);
      await (await openStore(database.url)).close();
      await crash(database, path, () => renameSync(`${path}.backup`, path));
    },
    doctor: [1, /^error +database .*-wal belongs to another file, or another state of it/m],
    check: [1, /^petstore: .*-wal belongs to another file, or another state of it/m],
  },
  {
    name: 'a file without its log',
    plant: (database, path) => crash(database, path, () => rmSync(`${path}-wal`)),
    doctor: [1, /^error +database .*-wal is missing, and with it the newest writes/m],
    check: [1, /^petstore: .*-wal is missing, and with it the newest writes/m],
  },
  {
    name: 'a damaged page',
    plant: (_, path) => damagePage(path, 'pets'),
    doctor: [1, /^error +database .*the database file is damaged.*"petstore check" shows where/m],
    check: [1, /^error +file .*damaged(.|\n)*; restore the newest backup$/m],
  },
  {
    name: 'a file of another program',
    plant: (_, path) => writeFileSync(path, 'a text'.repeat(1_000)),
    doctor: [1, /^error +database .*is not a SQLite database/m],
    check: [1, /is not a SQLite database/],
  },
  {
    name: 'an empty database in the place of another one, whose backups are kept',
    plant: async (database) => {
      await set('last_backup_at', Date.now())(database);
      await set('backup_rotation_obstacle', 'older backups are of another database')(database);
    },
    doctor: [0, /^warning +backup .*; older backups are of another database$/m],
    check: [0, /^ok +inventory /m],
  },
  {
    name: 'a backup by a clock that was ahead',
    plant: set('last_backup_at', Date.now() + 3 * day),
    doctor: [0, /^warning +backup .*; that is in the future; was the clock wrong\?$/m],
    check: [0, /^ok +clock /m],
  },
  {
    name: 'an old backup',
    plant: set('last_backup_at', Date.now() - 3 * day),
    doctor: [0, /^warning +backup +the last one is of /m],
    check: [0, /^ok +file /m],
  },
  {
    name: 'a clock that is behind',
    plant: (database) => database.run(`INSERT INTO events (type, at) VALUES ('category.updated', ${Date.now() + day})`),
    doctor: [0, /^warning +clock .*; set the clock$/m],
    check: [0, /^warning +clock .*; set the clock$/m],
  },
  {
    name: 'a copy or a restore that was not finished',
    plant: set('unfinished_copy', '{"source":"sqlite:old.db","runId":"1"}'),
    doctor: [1, /^error +database .*holds an unfinished copy of sqlite:old.db; run/m],
    check: [1, /^petstore: .*holds an unfinished copy of sqlite:old.db; run/m],
  },
  {
    name: 'a database that an upgrade has not reached',
    plant: async (_, path) => {
      const { database } = await loadReleased('1.0.0', sqlite);
      renameSync(database.url.replace('sqlite:', ''), path);
      await database.remove();
    },
    doctor: [0, /^warning +schema .*version 1; "petstore migrate" or the next start brings it to/m],
    check: [1, /run "petstore migrate" on it first/],
  },
];

test.each(operatorFaults)('of $name doctor and check tell the truth', async ({ plant, doctor, check }) => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
  await migrateStore(database.url);
  await plant(database, database.url.replace('sqlite:', ''));
  const env = { DATABASE_URL: database.url };
  for (const [command, [exitCode, line]] of [
    [doctorCommand(), doctor],
    [checkCommand(), check],
  ] as const) {
    const said = await runHere(command, [], env);
    expect([said.exitCode, said.stdout + said.stderr]).toEqual([exitCode, expect.stringMatching(line)]);
  }
  await database.remove();
});

const ioError = (code: string) =>
  `cannot use the database file .*: disk I/O error \\(SQLITE_IOERR_${code}\\): the disk is full or fails; see "df -h"`;
const noFlush = 'the disk stores nothing in .* \\(EIO: .*\\); look at the disk';
const slowFlush = 'the disk takes more than 5 s to store something, and each commit waits for that; look at the disk';

describe.skipIf(findDiskObstacle() !== undefined)('of a disk', () => {
  test.concurrent.each<
    [fault: DiskFault, suffix: string, doctor: [name: string, detail: string], check: string | undefined]
  >([
    // With the last fault a check lasts as long as that.
    ['full', '', ['database', '.*: the disk is full'], undefined],
    ['fail-read', '.db', ['database', ioError('CORRUPTFS')], ioError('CORRUPTFS')],
    ['fail-flush', '', ['flush', noFlush], ioError('FSYNC')],
    ['hang-flush', '', ['flush', slowFlush], undefined],
  ])('with the fault "%s" doctor and check tell the truth', async (fault, suffix, [name, detail], check) => {
    const database = await sqlite.makeDatabase({ isMigrated: true });
    await migrateStore(database.url);
    const disk = makeDisk();
    disk.fail(fault, suffix);
    const env = { DATABASE_URL: database.url, ...disk.env };
    const examined = await run(['doctor'], env);
    expect([examined.exitCode, examined.stdout]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^error +${name} +${detail}`, 'm')),
    ]);
    if (check !== undefined) {
      const checked = await run(['check'], env);
      expect([checked.exitCode, checked.stderr]).toEqual([1, expect.stringMatching(new RegExp(`^petstore: ${check}`))]);
    }
    await database.remove();
  });
});

test('a command that reads or writes a damaged page names the damage, and not only that the storage is away', async () => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
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
