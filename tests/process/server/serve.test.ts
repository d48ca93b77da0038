import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { peopleCommand } from '../../../cli/operator/people.ts';
import { serveCommand } from '../../../cli/serve.ts';
import { sqlitePath } from '../../../src/lib/addresses/database-url.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { engines, sqlite } from '../../support/engines.ts';
import { Connection } from '../../support/http/connection.ts';
import { runHere } from '../../support/process/command.ts';
import { cleanEnv, petstore } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

let scratch: ScratchFolder;
beforeEach(() => {
  scratch = makeScratchFolder();
});
afterEach(() => scratch.remove());
const file = (name: string) => join(scratch.path, name);

/** A start in this process, which must fail. */
const serveHere = (env: Record<string, string>, ...flags: string[]) =>
  runHere(serveCommand(), flags, { PORT: '0', ...env });

// tests/faults/postgres-nodes.test.ts has the same for PostgreSQL.
test('several first starts at once create one schema and one key, which is in a file for its owner and in no output', async () => {
  const database = await sqlite.makeDatabase();
  const start = () => startServer({ database, env: { PETSTORE_API_KEY: '' } });
  const servers = await Promise.all([start(), start()]);
  const path = join(dirname(sqlitePath(database.url) ?? ''), 'first-key');
  const printed = servers.map(({ output }) => output.stdout + output.stderr).join('');
  expect(printed.match(/ It is in .*/g)).toEqual([` It is in ${path}: store it elsewhere, and delete the file.`]);
  expect([printed.match(/#sign-in=pet_link_prod_/g)?.length, printed.includes('pet_prod_')]).toEqual([1, false]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const key = readFileSync(path, 'utf8').trim();
  for (const server of servers) {
    const headers = { Authorization: `Bearer ${key}` };
    expect((await server.fetch('/v1/pets', { headers })).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }
  await database.remove();
});

describe('a start that fails', () => {
  test('lists every configuration error at once, exits with code 2, and starts nothing', async () => {
    const secret = `pet_prod_${'0'.repeat(36)}`;
    const env = {
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      PETSTORE_ENV: 'test',
      PETSTORE_URL: 'https://x.example/v1',
      PETSTORE_API_KEY: secret,
      PETSTORE_CORS_ORIGINS: 'x',
      PETSTORE_TRUSTED_PROXIES: '10.0.0.0/8, proxy',
      PETSTORE_ANONYMOUS_RATE_LIMIT: 'many',
      PETSTORE_PUBLIC_RATE_LIMIT: 'few',
      PETSTORE_PUBLIC_STATUSES: 'adopted',
      PETSTORE_ACCESS_LOG: 'yes',
      PETSTORE_TLS_CERT: file('cert.pem'),
    };
    const result = await serveHere(env, '--rate-limit', '-1');
    expect(result.exitCode).toBe(2);
    expect(result.stdout).toBe('');
    for (const name of Object.keys({ ...env, PETSTORE_RATE_LIMIT: '' }).filter((one) => one !== 'PETSTORE_TLS_CERT'))
      expect(result.stderr).toContain(`  ${name} (`);
    expect(result.stderr).toContain(
      'PETSTORE_TLS_CERT (--tls-cert) and PETSTORE_TLS_KEY (--tls-key) must be given together',
    );
    expect(result.stderr).not.toContain(secret);
  });

  test('says in one line that the port is in use', async () => {
    const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } });
    const { port } = other;
    const result = await serveHere({ PORT: String(port), DATABASE_URL: `sqlite:${file('other.db')}` });
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: `petstore: cannot listen on 127.0.0.1:${port}: the port is already in use; stop the program that uses it, or put another port before the command: PORT=8081\n`,
    });
    other.stop(true);
  });

  test.each([
    [
      'is not a database',
      () => writeFileSync(file('x.db'), 'This is a letter, not a database. '.repeat(50)),
      'the file is not a SQLite database',
    ],
    ['is a folder', () => mkdirSync(file('x.db')), 'it is a folder; name a file in it'],
    ['is in a folder that is a file', () => writeFileSync(file('y'), ''), 'file already exists'],
  ])('says in one line that the database file %s', async (_, prepare, message) => {
    prepare();
    const path = message.startsWith('file already') ? file('y/x.db') : file('x.db');
    const result = await serveHere({ DATABASE_URL: `sqlite:${path}` });
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain(message);
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
  });

  test('makes no database beside the photos of one', async () => {
    mkdirSync(file('x.db.media'));
    writeFileSync(file('x.db.media/petstore-database.txt'), 'the-id-of-a-database\n');
    const refused = await serveHere({ DATABASE_URL: `sqlite:${file('x.db')}` });
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`, but its photos are in ${file('x.db.media')}. Put the database back`),
    ]);
    expect(existsSync(file('x.db'))).toBe(false);
  });

  test.each(engines)(
    'makes no $name database where there is none, and PETSTORE_NEW_DATABASE=refuse',
    async (engine) => {
      const database = await engine.makeDatabase();
      const refused = await serveHere({ DATABASE_URL: database.url, PETSTORE_NEW_DATABASE: 'refuse' });
      expect([refused.exitCode, refused.stderr]).toEqual([
        1,
        expect.stringMatching(
          /^petstore: there is no petstore database at [^\n]+ run "petstore migrate", which creates it\n$/,
        ),
      ]);
      if (engine === sqlite) expect(existsSync(database.url.slice('sqlite:'.length))).toBe(false);
      else expect(await database.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
      await database.remove();
    },
  );

  test.each(engines)('leaves a $name database of another program unchanged', async (engine) => {
    const database = await engine.makeDatabase();
    await database.run('CREATE TABLE pets (theirs TEXT)');
    await database.run("INSERT INTO pets VALUES ('Rex')");
    const { exitCode, stderr } = await serveHere({ DATABASE_URL: database.url });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('another program')]);
    expect(await database.run('SELECT theirs FROM pets')).toEqual([['Rex']]);
    expect(await database.run('SELECT 1 FROM settings').catch(() => 'no such table')).toBe('no such table');
    await database.remove();
  });

  test.each(engines)('rejects a $name database that only newer releases may write to', async (engine) => {
    const database = await engine.makeDatabase();
    await migrateStore(database.url);
    await database.run('UPDATE petstore_writers SET oldest_writer = 1000');
    const { exitCode, stderr } = await serveHere({ DATABASE_URL: database.url });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('newer release')]);
    await database.remove();
  });
});

/** Begins a request that is in progress until `finish` is called. */
async function beginSlowRequest(url: string): Promise<Connection> {
  const connection = await Connection.open(url);
  connection.begin({ method: 'POST', path: '/v1/pets', body: '{"name":"Last","categoryId":1}' }, 5);
  // The response shows that the server has read what was sent before.
  await fetch(`${url}/livez`);
  return connection;
}

describe.each(engines)('a service on $name that listens on all addresses', (engine) => {
  const isPublic = engine !== sqlite;
  let server: TestServer;
  beforeAll(async () => {
    const args = ['--host', '0.0.0.0', ...(isPublic ? ['--url', 'https://pets.example.org'] : [])];
    server = await startServer({ engine, args, env: { PETSTORE_PUBLIC_PAGE: isPublic ? 'on' : 'off' } });
  });
  afterAll(() => server.stop());

  test('says where its public page is, or that links cannot be followed when it knows no other address', () => {
    const lines = ['set PETSTORE_URL to the public address', `The public page is at ${server.url}/adopt.`];
    expect(lines.map((line) => server.output.stdout.includes(line))).toEqual([!isPublic, isPublic]);
    expect(server.output.stdout.includes('/adopt')).toBe(isPublic);
  });

  test('is where the links of "petstore people invite" lead, without its environment', async () => {
    const { stdout } = await runHere(peopleCommand(), ['invite', 'Ana', '--role', 'reader'], {
      DATABASE_URL: server.databaseUrl,
    });
    expect(stdout.split('#')[0]).toBe(
      isPublic ? 'https://pets.example.org/' : `${server.url.replace('0.0.0.0', '127.0.0.1')}/`,
    );
  });

  test('finishes requests in progress when it stops, reports that it is not ready, and exits with code 0', async () => {
    const slow = await beginSlowRequest(server.url);
    server.signal('SIGTERM');
    const readyz = await until(
      'the server not to be ready',
      () => server.fetch('/readyz'),
      ({ status }) => status === 503,
    );
    expect([readyz.status, readyz.headers.get('Connection')]).toEqual([503, 'close']);
    expect((await slow.finish()).status).toBe(201);
    expect(await server.exited).toBe(0);
  });
});

const tlsFile = (name: string) => join(import.meta.dir, '../../data/tls', name);

test('a start with unusable certificate and key files lists them and exits with code 2', async () => {
  const faultsOf = async (cert: string, key: string) => {
    const flags = ['--tls-cert', tlsFile(cert), '--tls-key', tlsFile(key)];
    const result = await serveHere({ DATABASE_URL: `sqlite:${file('x.db')}` }, ...flags);
    expect([result.exitCode, existsSync(file('x.db'))]).toEqual([2, false]);
    return result.stderr.trimEnd().split('\n').slice(1);
  };
  expect(await faultsOf('none.pem', 'cert.pem')).toEqual([
    expect.stringMatching(/^ {2}PETSTORE_TLS_CERT \(--tls-cert\) must be .* certificate: ENOENT.*none\.pem/),
    expect.stringMatching(/^ {2}PETSTORE_TLS_KEY \(--tls-key\) must be .* private key .* but .*cert\.pem has none$/),
  ]);
  expect(await faultsOf('cert.pem', 'other-key.pem')).toEqual([
    '  PETSTORE_TLS_CERT (--tls-cert) and PETSTORE_TLS_KEY (--tls-key) must be a matching pair',
  ]);
});

const notResolved =
  'the host cannot be resolved; set HOST (--host) to a name or an address alone, without port and brackets';

test.each([
  ['999.1.1.1', `cannot listen on 999.1.1.1: ${notResolved}`],
  ['[::1]', `cannot listen on [::1]: ${notResolved}`],
  ['192.0.2.1', 'cannot listen on 192.0.2.1:0: the host is not an address of this machine; choose another with --host'],
])('a start says in one line that it cannot listen on the host %s', async (host, message) => {
  const result = await serveHere({ DATABASE_URL: `sqlite:${file('x.db')}` }, '--host', host);
  expect([result.exitCode, result.stderr]).toEqual([1, `petstore: ${message}\n`]);
});

test('a service keeps serving when nobody reads its output any more, takes an interrupt that arrives twice within a moment as one, and ends at once on a later one', async () => {
  const env = {
    PORT: '0',
    DATABASE_URL: `sqlite:${file('x.db')}`,
    PETSTORE_ACCESS_LOG: 'on',
    PETSTORE_API_KEY: adminKey,
  };
  const program = Bun.spawn(petstore('serve'), { env: cleanEnv(env), stdout: 'pipe', stderr: 'pipe' });
  const reader = program.stdout.getReader();
  let printed = '';
  while (!printed.includes('Stop with Ctrl-C')) printed += new TextDecoder().decode((await reader.read()).value);
  await Promise.all([reader.cancel(), program.stderr.cancel()]);
  const url = /listens on (\S+)/.exec(printed)?.[1] ?? '';
  for (let request = 0; request < 50; request++) {
    expect((await fetch(`${url}/v1/pets`)).status).toBe(401);
  }
  const slow = await beginSlowRequest(url);
  program.kill('SIGINT');
  program.kill('SIGINT');
  await until('the service to be stopping', async () => (await fetch(`${url}/readyz`)).status === 503);
  // Two signals within a quarter of a second count as one.
  await Bun.sleep(300);
  expect(program.exitCode).toBeNull();
  program.kill('SIGINT');
  expect(await program.exited).toBe(130);
  slow.close();
});
