import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createPet } from '../src/operations/pets.ts';
import { openStore } from '../src/store/open-store.ts';
import { countPets, findPet } from '../src/store/pets.ts';
import { WriteQueue } from '../src/store/sqlite/write-queue.ts';
import { breakDown, die, hang } from './support/dying-writer.ts';
import { run } from './support/program.ts';
import { makeScratchFolder, type ScratchFolder } from './support/scratch.ts';
import { adminKey, startServer } from './support/server.ts';

/** What happens after something went wrong. */
let scratch: ScratchFolder;
beforeEach(() => {
  scratch = makeScratchFolder();
});
afterEach(() => scratch.remove());
const databaseUrl = () => `sqlite:${join(scratch.path, 'petstore.db')}`;
const dyingWriter = new URL('./support/dying-writer.ts', import.meta.url).href;
const draft = (name: string) => ({ path: {}, body: { name, categoryId: 1n }, now: 0n, claim: undefined });

test('a writer thread that dies leaves nobody waiting, and the next write has a new one', async () => {
  const store = await openStore(databaseUrl(), dyingWriter);
  await store.write(createPet.command, draft('Before'));
  const died = await store.write(die, undefined as never).catch((error: unknown) => error);
  expect(died).toMatchObject({ code: 'unavailable', message: expect.stringContaining('is unknown') });
  await store.write(createPet.command, draft('After'));
  expect(await countPets(store.reader, {})).toBe(2n);
  await store.close();
});

test('a disk that hangs leaves nobody waiting, and makes the storage unready', async () => {
  await (await openStore(databaseUrl(), dyingWriter)).close();
  const path = databaseUrl().slice('sqlite:'.length);
  const options = { script: dyingWriter, maxWaiting: 100, batchTimeoutMs: 100, onCommit: () => undefined };
  const queue = await WriteQueue.start(path, options);
  queue.check();
  const hanging = queue.push(hang.name, undefined).catch((error: unknown) => error);
  await Bun.sleep(20);
  const waiting = queue.push(createPet.command.name, draft('Waiting')).catch((error: unknown) => error);
  expect(await hanging).toMatchObject({ code: 'unavailable', message: expect.stringContaining('is unknown') });
  expect(await waiting).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was changed') });
  expect(() => queue.check()).toThrow('not available');
  expect(() => queue.push(createPet.command.name, draft('Later'))).toThrow('not available');
  await queue.close();
});

test('a storage that failed a moment ago is not ready, and says in its cause why', async () => {
  const store = await openStore(databaseUrl(), dyingWriter);
  await store.check();
  const failure = await store.write(breakDown, undefined as never).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable', cause: expect.stringContaining('the disk is gone') });
  expect(() => store.check()).toThrow('not available');
  await store.write(createPet.command, draft('After'));
  expect(await countPets(store.reader, {})).toBe(1n);
  await store.close();
});

test('a damaged page fails the requests that need it and nothing else, until it is mended', async () => {
  const store = await openStore(databaseUrl(), dyingWriter);
  await Promise.all(Array.from({ length: 2_000 }, (_, index) => store.write(createPet.command, draft(`Pet ${index}`))));
  const path = databaseUrl().slice('sqlite:'.length);
  const other = new Database(path);
  other.run('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  const whole = readFileSync(path);
  writeFileSync(path, Buffer.concat([whole.subarray(0, 4_096), Buffer.alloc(whole.length - 4_096, 0x5a)]));
  const readAll = async () => {
    for (let id = 1n; id <= 2_000n; id += 100n) await findPet(store.reader, id);
  };
  for (let turn = 0; turn < 3; turn++) {
    const failure = await readAll().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable' });
    await Bun.sleep(1);
  }
  writeFileSync(path, whole);
  await Bun.sleep(1);
  await readAll();
  await store.close();
});

test('a start that failed after all has not made a first key that nobody saw', async () => {
  const taken = await startServer();
  const env = { DATABASE_URL: databaseUrl(), PORT: new URL(taken.url).port };
  expect((await run(['serve'], env)).exitCode).toBe(1);
  await taken.stop();
  const server = await startServer({ folder: scratch.path, env: { PETSTORE_API_KEY: '' } });
  expect(server.output.stdout).toContain('  pet_prod_');
  await server.stop();
});

test('an operator’s key that was replaced is not brought back by a restart', async () => {
  await (await startServer({ folder: scratch.path })).stop();
  for (let turn = 0; turn < 2; turn++) {
    const rotated = await run(['keys', 'rotate', '1', '--grace', '0s', '--env', 'production'], {
      DATABASE_URL: databaseUrl(),
    });
    expect(rotated.exitCode).toBe(0);
  }
  const server = await startServer({ folder: scratch.path });
  const headers = { Authorization: `Bearer ${adminKey}` };
  expect((await fetch(`${server.url}/v1/pets`, { headers })).status).toBe(401);
  expect(server.output.stdout).toContain('PETSTORE_API_KEY was revoked or replaced');
  await server.stop();
});

test('a database of another program is refused without a trace', async () => {
  const path = databaseUrl().slice('sqlite:'.length);
  const theirs = new Database(path, { create: true });
  theirs.run('CREATE TABLE theirs (x)');
  theirs.close();
  const before = readFileSync(path);
  expect((await run(['serve'], { PORT: '0', DATABASE_URL: databaseUrl() })).exitCode).toBe(1);
  expect(Buffer.compare(readFileSync(path), before)).toBe(0);
});

/** Adds animals over one connection until the server closes it; tells how many answers came, and whether one is missing. */
function addUntilClosed(url: string): Promise<{ answers: number; isCutOff: boolean }> {
  const body = '{"name":"Rex","categoryId":1}';
  const head = [
    'POST /v1/pets HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${adminKey}`,
    'Content-Type: application/json',
  ];
  const request = [...head, `Content-Length: ${body.length}`, '', body].join('\r\n');
  const { promise, resolve } = Promise.withResolvers<{ answers: number; isCutOff: boolean }>();
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
  let answers = 0;
  let received = '';
  socket.on('data', (data) => {
    received += data;
    if (!/\r\n\r\n\{.*\}$/s.test(received)) return;
    answers++;
    if (received.includes('Connection: close')) socket.end();
    else socket.write(request);
    received = '';
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve({ answers, isCutOff: !socket.writableEnded }));
  return promise;
}

test('a server that is told to stop under load answers every request that it has taken', async () => {
  const server = await startServer({ folder: scratch.path });
  const clients = Promise.all(Array.from({ length: 16 }, () => addUntilClosed(server.url)));
  await Bun.sleep(300);
  expect(await server.stop()).toBe(0);
  const results = await clients;
  expect(results.filter(({ isCutOff }) => isCutOff)).toEqual([]);
  const store = await openStore(databaseUrl(), dyingWriter);
  const answers = results.reduce((sum, result) => sum + result.answers, 0);
  expect(await countPets(store.reader, {})).toBe(BigInt(answers));
  await store.close();
});
