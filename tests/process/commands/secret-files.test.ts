import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportCommand } from '../../../cli/client/export.ts';
import { checkCommand } from '../../../cli/operator/check.ts';
import { doctorCommand } from '../../../cli/operator/doctor.ts';
import { keysCommand } from '../../../cli/operator/keys.ts';
import { serveCommand } from '../../../cli/serve.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { sqlite } from '../../support/engines.ts';
import { runHere } from '../../support/process/command.ts';
import { childrenOf } from '../../support/process/processes.ts';
import { adminKey, startServer } from '../../support/process/server.ts';
import { canShareAPort } from '../../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

let folder: ScratchFolder;
beforeAll(() => {
  folder = makeScratchFolder();
});
afterAll(() => folder.remove());

function secretFile(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

test('a service and its commands read the key and the database URL from files', async () => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
  const [key, url] = [secretFile('key', `${adminKey}\n`), secretFile('url', `${database.url}\r\n`)];
  const ownFiles = { PETSTORE_API_KEY: '', PETSTORE_API_KEY_FILE: key, DATABASE_URL: '', DATABASE_URL_FILE: url };
  const server = await startServer({ database, env: ownFiles });
  expect((await server.fetch('/v1/pets')).status).toBe(200);
  const made = await runHere(keysCommand(), ['create', '--name', 'x', '--role', 'reader'], { DATABASE_URL_FILE: url });
  expect([made.exitCode, made.stdout]).toEqual([0, expect.stringMatching(/^pet_prod_/)]);
  const exported = await runHere(exportCommand(), [], { PETSTORE_SERVER: server.url, PETSTORE_TOKEN_FILE: key });
  expect(exported).toEqual({ exitCode: 0, stdout: 'id,name,categoryId,status,category\n', stderr: '' });
  await server.stop();
  await database.remove();
});

test('check and doctor read the database URL from a file, and a flag takes precedence', async () => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
  await migrateStore(database.url);
  const given = { DATABASE_URL_FILE: secretFile('examined', `${database.url}\n`) };
  const other = { DATABASE_URL_FILE: secretFile('not examined', 'sqlite:/nowhere/petstore.db') };
  const flag = ['--database-url', database.url];
  for (const [args, env] of [[[], given] as const, [flag, other] as const]) {
    expect(await runHere(checkCommand(), [...args], env)).toMatchObject({ exitCode: 0, stderr: '' });
    const examined = await runHere(doctorCommand(), [...args], env);
    expect([examined.exitCode, examined.stdout]).toEqual([0, expect.stringMatching(/^ok +schema +version \d/m)]);
  }
  await database.remove();
});

test('a secret that is given twice, or whose file cannot be used, is an error that does not repeat the secret', async () => {
  const faults = await runHere(serveCommand(), [], {
    PORT: '0',
    PETSTORE_API_KEY: adminKey,
    PETSTORE_API_KEY_FILE: secretFile('twice', 'another-key-that-only-this-test-knows'),
    DATABASE_URL_FILE: join(folder.path, 'none'),
    PETSTORE_READ_DATABASE_URL_FILE: secretFile('empty', '\n'),
  });
  expect(faults.exitCode).toBe(2);
  expect(faults.stderr).toContain('  PETSTORE_API_KEY and PETSTORE_API_KEY_FILE must not both be set\n');
  expect(faults.stderr).toMatch(/ {2}DATABASE_URL_FILE must name a readable file: ENOENT.*none/);
  expect(faults.stderr).toMatch(
    / {2}PETSTORE_READ_DATABASE_URL_FILE must name a file with the secret, but .* is empty/,
  );
  expect(faults.stderr).not.toMatch(/an-admin-key|another-key/);
  const token = await runHere(exportCommand(), [], { PETSTORE_TOKEN: 'x', PETSTORE_TOKEN_FILE: 'y' });
  expect([token.exitCode, token.stderr]).toEqual([
    2,
    'petstore: PETSTORE_TOKEN and PETSTORE_TOKEN_FILE must not both be set\n',
  ]);
});

test('the help says where other users can see a key', async () => {
  const { stdout } = await runHere(serveCommand(), ['--help']);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /--api-key <secret> .*other users can see it here.* \[PETSTORE_API_KEY, PETSTORE_API_KEY_FILE\]/,
  );
});

test('a flag takes precedence over a file, and workers have no secret in their environment', async () => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
  const url = { DATABASE_URL: '', DATABASE_URL_FILE: secretFile('other', 'sqlite:/nowhere/petstore.db') };
  const workers = canShareAPort ? 2 : 1;
  const env = { ...url, PETSTORE_WORKERS: String(workers), PETSTORE_READ_DATABASE_URL: '', PETSTORE_TOKEN: 'a token' };
  const server = await startServer({ database, env, args: ['--database-url', database.url] });
  expect((await runHere(keysCommand(), ['list', '--database-url', database.url], url)).exitCode).toBe(0);
  const names = (canShareAPort ? childrenOf(server.pid) : []).map((pid) =>
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0]),
  );
  expect(names).toHaveLength(canShareAPort ? workers : 0);
  for (const one of names) {
    expect(one).toContain('PETSTORE_WORKERS');
    expect(one.filter((name) => /TOKEN|API_KEY|DATABASE_URL/.test(name ?? ''))).toEqual([]);
  }
  await server.stop();
  await database.remove();
});
