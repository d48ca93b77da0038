import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspectSecret } from '../src/domain/key-format.ts';
import { run } from './support/program.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const keys = (...args: string[]) => run(['keys', ...args], { DATABASE_URL: server.databaseUrl });
const status = async (secret: string) =>
  (await fetch(`${server.url}/v1/pets`, { headers: { Authorization: `Bearer ${secret}` } })).status;
const idOf = (stderr: string) => /Key ([0-9]+)/.exec(stderr)?.[1] ?? '';

test('create prints the key alone on standard output, and it opens the running server', async () => {
  const { exitCode, stdout } = await keys('create', '--name', 'web', '--role', 'reader');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^pet_prod_[0-9A-Za-z]{36}\n$/);
  expect(inspectSecret(stdout.trim())).toEqual({ kind: 'key', environment: 'production' });
  expect(await status(stdout.trim())).toBe(200);
});

test('revoke counts from the next request on', async () => {
  const { stdout, stderr } = await keys('create', '--name', 'short', '--scopes', 'pets:read');
  expect(await status(stdout.trim())).toBe(200);
  expect((await keys('revoke', idOf(stderr))).exitCode).toBe(0);
  expect(await status(stdout.trim())).toBe(401);
});

test('rotate gives a new secret, and the one before stays valid for the time of grace', async () => {
  const made = await keys('create', '--name', 'turn', '--role', 'editor');
  const rotated = await keys('rotate', idOf(made.stderr), '--grace', '1h');
  expect([await status(made.stdout.trim()), await status(rotated.stdout.trim())]).toEqual([200, 200]);
  const again = await keys('rotate', idOf(made.stderr), '--grace', '0s');
  expect([await status(made.stdout.trim()), await status(rotated.stdout.trim())]).toEqual([401, 401]);
  expect(await status(again.stdout.trim())).toBe(200);
});

test('list shows every key with its state and never a secret', async () => {
  const { stdout: secret } = await keys('create', '--name', 'shown', '--role', 'reader', '--expires', '90d');
  const { stdout } = await keys('list');
  const json = (await keys('list', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(stdout).toContain('shown');
  expect(stdout).not.toContain(secret.trim());
  expect(json.find(({ name }) => name === 'shown')).toMatchObject({ grants: 'reader', state: 'active' });
  expect(json.find(({ name }) => name === 'short')).toMatchObject({ state: 'revoked' });
});

test.each([
  [['create', '--name', 'x'], 'give either --role or --scopes'],
  [['create', '--name', 'x', '--role', 'king'], '--role must be one of reader, editor, admin'],
  [['create', '--name', 'x', '--scopes', 'pets:read,pets:eat'], '--scopes must be some of pets:read'],
  [['create', '--name', ' ', '--role', 'reader'], '--name must have'],
  [['create', '--name', 'x', '--role', 'reader', '--expires', 'soon'], '--expires must be a number and a unit'],
  [['revoke', 'x'], 'x is no key id'],
])('%j is refused with exit code 2', async (args, message) => {
  const { exitCode, stdout, stderr } = await keys(...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('a key that does not exist cannot be revoked', async () => {
  expect(await keys('revoke', '123456')).toMatchObject({ exitCode: 1, stderr: 'petstore: There is no key 123456.\n' });
});

test('a revoked operator’s key is not brought back by a restart, and the start says so', async () => {
  const { stdout } = await keys('list', '--json');
  const preset = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find(({ name }) => name === 'PETSTORE_API_KEY');
  const folder = server.databaseUrl.replace(/^sqlite:(.*)\/petstore\.db$/, '$1');
  await keys('revoke', preset.id);
  const second = await startServer({ folder });
  expect(second.output.stdout).toContain('PETSTORE_API_KEY was revoked');
  expect((await second.fetch('/v1/pets')).status).toBe(401);
  await second.stop();
});

test('create says for which environment the key is', async () => {
  expect((await keys('create', '--name', 'a', '--role', 'reader')).stderr).toContain('for production');
  const staging = await keys('create', '--name', 'b', '--role', 'reader', '--env', 'staging');
  expect(staging.stderr).toContain('for staging');
});

test('rotate keeps the environment of the key, and asks for it only where the key tells none', async () => {
  const made = await keys('create', '--name', 'stage', '--role', 'reader', '--env', 'staging');
  const rotated = await keys('rotate', idOf(made.stderr));
  expect(inspectSecret(rotated.stdout.trim())).toEqual({ kind: 'key', environment: 'staging' });
  const again = await keys('rotate', idOf(made.stderr), '--env', 'production');
  expect(inspectSecret(again.stdout.trim())).toEqual({ kind: 'key', environment: 'staging' });
  const other = await startServer();
  const preset = ['keys', 'rotate', '1', '--env', 'staging'];
  const { stdout } = await run(preset, { DATABASE_URL: other.databaseUrl });
  expect(inspectSecret(stdout.trim())).toEqual({ kind: 'key', environment: 'staging' });
  await other.stop();
});

test.each([[['list']], [['rotate', '1']], [['revoke', '1']]])(
  '%j of a database that does not exist says so and makes none',
  async (args) => {
    const path = server.databaseUrl.replace(/^sqlite:(.*)\/petstore\.db$/, '$1/none/x.db');
    const { exitCode, stdout, stderr } = await run(['keys', ...args], { DATABASE_URL: `sqlite:${path}` });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`petstore: there is no database ${path}; give the right one with --database-url\n`);
    expect(existsSync(dirname(path))).toBe(false);
  },
);
