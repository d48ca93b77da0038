import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sqlitePath } from '../../../src/lib/addresses/database-url.ts';
import { type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { freePort } from '../../support/process/ports.ts';
import { cleanEnv, petstore } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { runAtTerminal } from '../../support/process/terminal.ts';

let database: ScratchDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  server = await startServer({ database });
});
afterAll(async () => {
  await server.stop();
  await database.remove();
});

/** Runs a command line of a shell, in which "$@" is `petstore` with its arguments. */
async function runInShell(line: string, args: string[], env: Record<string, string> = {}) {
  const program = Bun.spawn(['sh', '-c', line, 'sh', ...petstore(...args)], {
    env: cleanEnv({ DATABASE_URL: database.url, ...env }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
  ]);
  return { exitCode: await program.exited, stdout, stderr };
}

test.if(existsSync('/dev/full'))('a full disk is told in one line, after the command has done its work', async () => {
  const message = 'petstore: the output is incomplete: ENOSPC: no space left on device, write\n';
  const help = await runInShell('exec "$@" >/dev/full', ['--help']);
  expect(help).toEqual({ exitCode: 1, stdout: '', stderr: message });
  const created = await runInShell('exec "$@" >/dev/full', ['keys', 'create', '--name', 'unseen', '--role', 'reader']);
  expect([created.exitCode, created.stderr]).toEqual([1, expect.stringContaining(message)]);
});

test('a reader that has closed the output is no error', async () => {
  const line = '{ "$@"; echo "ended with $?" >&2; } | true';
  for (const args of [['--help'], ['check'], ['doctor'], ['pets', 'list']]) {
    const ended = await runInShell(line, args, { PETSTORE_SERVER: server.url, PETSTORE_TOKEN: adminKey });
    expect([args, ended.stderr]).toEqual([args, 'ended with 0\n']);
  }
});

test('at a terminal without a size, lines are whole', async () => {
  const created = await server.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"Frank","categoryId":3}',
  });
  expect(created.status).toBe(201);
  const env = { PETSTORE_SERVER: server.url, PETSTORE_TOKEN: adminKey, NO_COLOR: '1' };
  expect(await runAtTerminal(['pets', 'list'], { env })).toEqual({
    exitCode: 0,
    screen: 'ID  NAME   CATEGORY ID  STATUS\n 1  Frank            3  available\n',
  });
});

test('at a terminal the first start shows the first key, and leaves no file with it', async () => {
  const empty = await sqlite.makeDatabase();
  const env = { PORT: '0', DATABASE_URL: empty.url };
  const { exitCode, screen } = await runAtTerminal(['serve'], { env, answers: [['Stop with Ctrl-C.', '\x03']] });
  expect([exitCode, screen]).toEqual([
    0,
    expect.stringMatching(/\n {2}pet_prod_\w{36}\n[\s\S]*#sign-in=pet_link_prod_/),
  ]);
  expect(existsSync(join(dirname(sqlitePath(empty.url) ?? ''), 'first-key'))).toBe(false);
  await empty.remove();
});

test('at a terminal, a service that refuses the first connection is given up after a few attempts', async () => {
  const address = `http://127.0.0.1:${freePort()}`;
  const env = { PETSTORE_SERVER: address, PETSTORE_TOKEN: adminKey };
  const advice = 'If the service has another address, set PETSTORE_SERVER or --server.\n';
  expect(await runAtTerminal(['pets', 'list'], { env })).toEqual({
    exitCode: 3,
    screen:
      `petstore: no response from ${address}; retrying for 2s. ${advice}` +
      `petstore: No answer from ${address} (connection refused). Nothing was sent.\n${advice}`,
  });
});

test('advice names the command as it was started', async () => {
  const root = join(import.meta.dir, '../../..');
  const started = Bun.spawnSync(['./petstore', 'keys', 'revoke', 'none'], { cwd: root, env: cleanEnv({}) });
  expect(`${started.stderr}`).toEndWith('"none" is not a key id; run "./petstore keys list" for the ids\n');
  const path = Bun.spawnSync(['petstore', 'keys', 'revoke', 'none'], {
    env: { ...cleanEnv({}), PATH: `${root}:${process.env['PATH']}` },
  });
  expect(`${path.stderr}`).toEndWith('run "petstore keys list" for the ids\n');
});
