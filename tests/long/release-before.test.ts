import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeJpeg } from '../support/data/images.ts';
import { engines, type ScratchDatabase } from '../support/engines.ts';
import { petstore, run } from '../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import { makeScratchFolder } from '../support/scratch.ts';

/** The release before. Its sources are those of a commit: none in a checkout without history. */
const release = '1.1.0';
const root = resolve(import.meta.dir, '../..');
const git = (...args: string[]) => Bun.spawnSync(['git', ...args], { cwd: root }).stdout;
const commit = git('log', '-1', '--format=%H', '--grep', `^Release ${release.replaceAll('.', '[.]')}$`)
  .toString()
  .trim();
if (commit === '')
  console.warn(`This checkout has no history with release ${release}: going back to it is not tested.`);

const scratch = makeScratchFolder();
const checkout = join(scratch.path, release);
beforeAll(() => {
  if (commit === '') return;
  mkdirSync(checkout);
  expect(Bun.spawnSync(['tar', '-x', '-C', checkout], { stdin: git('archive', commit) }).exitCode).toBe(0);
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(() => scratch.remove());

const commands = { before: [process.execPath, join(checkout, 'src/main.ts')], this: petstore() };

describe.skipIf(commit === '').each(engines)('on $name', (engine) => {
  let database: ScratchDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await engine.makeDatabase();
    env = { PETSTORE_MEDIA_URL: `file:${join(scratch.path, engine.name)}`, DATABASE_URL: database.url };
  });
  afterAll(() => database.remove());

  /** Does the work with a release that runs on the database. */
  async function runRelease(which: keyof typeof commands, work: (server: TestServer) => Promise<void>): Promise<void> {
    const server = await startServer({ command: commands[which], database, env });
    await work(server);
    await server.untilSettled();
    expect(await server.stop()).toBe(0);
  }

  /** Adds an animal with a profile, a photo, and an order that is repeated with its key. Returns its ids. */
  async function add(server: TestServer, name: string): Promise<[petId: bigint, orderId: bigint]> {
    const send = async (
      path: string,
      body: string | Uint8Array<ArrayBuffer>,
      type = 'application/json',
      method = 'POST',
    ) => {
      const headers = { Authorization: `Bearer ${adminKey}`, 'Content-Type': type, 'Idempotency-Key': name + path };
      const response = await fetch(server.url + path, { method, body, headers });
      const text = await response.text();
      expect([path, response.ok, text]).toEqual([path, true, text]);
      return [BigInt(/"id":(\d+)/.exec(text)?.[1] ?? 0), text] as const;
    };
    const [petId] = await send('/v1/pets', JSON.stringify({ name, categoryId: 1 }));
    await send(`/v1/pets/${petId}/profile`, '{"breed":"Beagle"}', 'application/json', 'PUT');
    const size = 40 + Number(petId);
    await send(`/v1/pets/${petId}/photos`, new Uint8Array(await makeJpeg(size, size)), 'image/jpeg');
    const order = ['/v1/store/orders', `{"petId":${petId}}`] as const;
    const [orderId, answer] = await send(...order);
    expect(await send(...order)).toEqual([orderId, answer]);
    return [petId, orderId];
  }

  /** What a release answers about all that is there, in members that both know. */
  async function readAll(server: TestServer) {
    const read = async (path: string) => (await (await server.fetch(path)).json()) as Record<string, unknown>[];
    const animals = await read('/v1/pets?limit=100');
    const photos: string[] = [];
    for (const { id } of animals) {
      for (const photo of await read(`/v1/pets/${id}/photos`)) {
        const [file] = /\/media\/[^"]+/.exec(JSON.stringify(photo)) ?? [''];
        const response = await server.fetch(file);
        photos.push(`${response.status} ${Bun.SHA256.hash(await response.arrayBuffer(), 'hex')}`);
      }
    }
    const orders = await read('/v1/store/orders?limit=100');
    const events = await read('/v1/events?limit=100');
    return {
      animals: animals.map(({ id, name, status }) => [id, name, status]),
      orders: orders.map(({ id, petId, status }) => [id, petId, status]),
      events: events.map(({ id, type, petId }) => [id, type, petId]),
      photos,
    };
  }

  test(`${release} goes on where this release has stopped, and this one where ${release} has, and nothing is lost`, async () => {
    let stored: Awaited<ReturnType<typeof readAll>> | undefined;
    const ids: (readonly [petId: bigint, orderId: bigint])[] = [];
    const turns = ['before', 'this', 'before', 'this'] as const;
    for (const [turn, which] of turns.entries()) {
      await runRelease(which, async (server) => {
        if (stored !== undefined) expect(await readAll(server)).toEqual(stored);
        ids.push(await add(server, `Animal-${turn}`));
        // What the other release has begun: the order of the animal before is completed, and the animal before that goes.
        const [last, earlier] = [ids.at(-2), ids.at(-3)];
        if (last) expect((await server.send('POST', `/v1/store/orders/${last[1]}/complete`)).status).toBe(200);
        if (earlier) expect((await server.fetch(`/v1/pets/${earlier[0]}`, { method: 'DELETE' })).status).toBe(204);
        await server.untilSettled();
        stored = await readAll(server);
        if (turn === 0) return;
        const backup = await run(['backup', join(scratch.path, `${engine.name}-${turn}.db`)], env);
        expect([backup.exitCode, backup.stderr]).toEqual([0, backup.stderr]);
      });
    }
    expect(stored).toMatchObject({ animals: { length: 2 }, orders: { length: 4 }, photos: { length: 2 } });
    expect(stored?.photos.every((photo) => photo.startsWith('200 '))).toBe(true);
    const checked = await run(['check'], env);
    expect([checked.exitCode, checked.stdout]).toEqual([0, checked.stdout]);
  });
});
