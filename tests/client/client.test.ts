import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Client, createClient, type Pet, type PetstoreEvent, petStatuses } from '../../client/index.ts';
import { nameRule } from '../../contract/name-rule.ts';
import { type ScratchDatabase, sqlite } from '../support/engines.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

// client/operations.test.ts holds the request and the response of every method.
let database: ScratchDatabase;
let server: TestServer;
let client: Client;

/** A proxy that drops the first responses after the server has carried out the requests. */
function losingProxy(lostAnswers: number) {
  let left = lostAnswers;
  return Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const response = await fetch(server.url + pathname + search, { method, headers, body: await request.text() });
      left -= 1;
      return left < 0 ? response : new Response(new ReadableStream({ start: (body) => body.error() }));
    },
  });
}

beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  server = await startServer({ database });
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(async () => {
  await server.stop();
  await database.remove();
});

/** A project that has installed the SDK, of which each target gets a module of its own. */
let project: ScratchFolder;
const sdk = join(import.meta.dir, '../../client');
const targets = ['browser', 'node'] as const;
const moduleFor = (target: string) => join(project.path, `node_modules/petstore-client/${target}.js`);
beforeAll(async () => {
  project = makeScratchFolder();
  mkdirSync(join(project.path, 'node_modules/petstore-client'), { recursive: true });
  for (const target of targets) {
    const { outputs } = await Bun.build({ entrypoints: [join(sdk, 'index.ts')], target });
    writeFileSync(moduleFor(target), (await outputs[0]?.text()) ?? '');
  }
  writeFileSync(join(project.path, 'node_modules/petstore-client/package.json'), '{"type":"module","main":"node.js"}');
});
afterAll(() => project.remove());

/** Runs a program of the project to its end. Returns its output. */
async function run(name: string, text: string, command: string): Promise<string> {
  writeFileSync(join(project.path, name), text);
  const { PATH = '' } = process.env;
  const program = Bun.spawn([command, name], {
    cwd: project.path,
    env: { PATH, PETSTORE_SERVER: server.url, PETSTORE_TOKEN: adminKey },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 200_000,
  });
  const [stdout, stderr] = await Promise.all([program.stdout.text(), program.stderr.text()]);
  expect([await program.exited, stderr]).toEqual([0, '']);
  return stdout;
}

// The first, because it expects that there are no animals.
test('the examples of the README run one after the other on a new service, and print what they should', async () => {
  const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text);
  expect(examples).toHaveLength(7);
  const stdout = await run('example.ts', examples.join('\n'), process.execPath);
  expect(stdout.split('\n')).toEqual([
    'Order 1 reserves Frank.',
    '1n Frank',
    '1',
    'The animal 1 is pending. Nothing was changed.',
    expect.stringMatching(/^\S{8,}$/),
    '200 [{"id":1,"name":"Frank","categoryId":3,"status":"pending"}]',
    'pet.updated Frankie',
    '',
  ]);
});

test('the SDK needs no APIs of a browser or of Node.js', () => {
  for (const target of targets) {
    const code = readFileSync(moduleFor(target), 'utf8');
    expect(code).toContain('createClient');
    expect(code).not.toMatch(/\b(?:process|Buffer|Bun|require|window|document)\b[.(]/);
  }
});

/** A program for Node.js that uses the SDK and prints what it receives. */
const program = `
import { createClient, NoAnswerError, PetstoreError } from 'petstore-client';

const { PETSTORE_SERVER: baseUrl, PETSTORE_TOKEN: apiKey } = process.env;
const client = createClient({ baseUrl, apiKey, retries: 0 });
const seen = [];
const controller = new AbortController();
const write = async () => {
  for (const name of ['Zoë 🐕', 'Rex']) await client.pets.create({ name, categoryId: 2n ** 63n - 1n });
};
for await (const { type, pet } of client.events.follow({ onAnswer: () => void write() })) {
  if (seen.push(type, pet?.name, String(pet?.categoryId)) === 6) break;
}
const after = await client.events.lastId();
const silent = async () => {
  const onAnswer = () => controller.abort('stopped');
  for await (const event of client.events.follow({ after, signal: controller.signal, onAnswer })) seen.push(event);
};
seen.push(await silent().catch((reason) => reason));
seen.push(await client.orders.get(5n).catch((error) => error instanceof PetstoreError && error.code));
const nowhere = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey, retries: 1 });
seen.push(await nowhere.events.lastId().catch((error) => error instanceof NoAnswerError));
console.log(JSON.stringify(seen));
`;

test('the SDK follows events on Node.js, and does not keep the process from exiting', async () => {
  const stdout = await run('program.js', program, 'node');
  const created = (name: string) => ['pet.created', name, '9223372036854775807'];
  expect(JSON.parse(stdout)).toEqual([...created('Zoë 🐕'), ...created('Rex'), 'stopped', 'order_not_found', true]);
});

test('every int64 and every name that the service accepts comes back unchanged', async () => {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const accepted = new RegExp(nameRule.pattern, 'u');
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => accepted.test(text));
  await fc.assert(
    fc.asyncProperty(int64, name, fc.constantFrom(...petStatuses), async (categoryId, name, status) => {
      const created = await client.pets.create({ name, categoryId, status });
      const { items } = await client.pets.list({ ids: [created.id] }).page();
      expect(items).toEqual([{ id: created.id, name, categoryId, status }]);
      expect(created).toEqual({ id: created.id, name, categoryId, status });
    }),
    { numRuns: 100 },
  );
});

test('a change with ifMatch applies only to the version that the caller has seen', async () => {
  const { id } = await client.pets.create({ name: 'Frank', categoryId: 3n });
  let tag = '';
  const onAnswer = ({ headers }: { headers: Headers }) => {
    tag = headers.get('ETag') ?? '';
  };
  await client.pets.update(id, { name: 'Rex' }, { onAnswer });
  await client.pets.update(id, { name: 'Max' }, { ifMatch: tag });
  const late = await client.pets.update(id, { name: 'Ben' }, { ifMatch: tag }).catch((thrown) => thrown);
  expect(late).toMatchObject({ code: 'precondition_failed', status: 412 });
  expect((await client.pets.get(id)).name).toBe('Max');
});

test('a list returns every animal that matches its filter once, in ascending order', async () => {
  const categoryId = 77n;
  const made = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      client.pets.create({ name: `n${index}`, categoryId, status: index % 2 === 0 ? 'sold' : 'pending' }),
    ),
  );
  const listed = (await Array.fromAsync(client.pets.list({ status: 'sold', limit: 4 }))).filter(
    (pet) => pet.categoryId === categoryId,
  );
  const sold = made.filter(({ status }) => status === 'sold').sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(listed).toEqual(sold);
});

describe('a write', () => {
  test('whose responses are lost is carried out once', async () => {
    using proxy = losingProxy(2);
    const before = await client.pets.count();
    const { id } = await createClient({ baseUrl: proxy.url.href, apiKey: adminKey }).pets.create({
      name: 'Lost and found',
      categoryId: 1n,
    });
    expect(await client.pets.count()).toBe(before + 1);
    expect((await client.pets.list({ ids: [id] }).page()).items).toHaveLength(1);
  });

  test('repeated with its idempotency key returns the same animal; another payload under that key is rejected', async () => {
    const idempotencyKey = 'the "same" key';
    const first = await client.pets.create({ name: 'Twin', categoryId: 1n }, { idempotencyKey });
    expect(await client.pets.create({ name: 'Twin', categoryId: 1n }, { idempotencyKey })).toEqual(first);
    const other = client.pets.create({ name: 'Other', categoryId: 1n }, { idempotencyKey });
    expect(await other.catch((error: unknown) => error)).toMatchObject({
      code: 'idempotency_key_reused',
      status: 422,
    });
  });
});

/** Follows events in the background, until `stop`. */
function followInBackground({ events }: Client, after?: bigint) {
  const controller = new AbortController();
  const seen: PetstoreEvent[] = [];
  let connections = 0;
  const begins: bigint[] = [];
  const onAnswer = () => {
    connections += 1;
  };
  const loop = async () => {
    for await (const event of events.follow({
      after,
      signal: controller.signal,
      onAnswer,
      onBegin: (id) => begins.push(id),
    }))
      seen.push(event);
  };
  const ended = loop().catch((thrown: unknown) => thrown);
  return {
    seen,
    begins,
    connections: () => connections,
    async stop() {
      controller.abort('stopped');
      return await ended;
    },
  };
}

/** Applies an event to a copy of the catalogue. */
function apply(pets: Map<bigint, Pet>, { petId, pet }: PetstoreEvent): void {
  if (petId === undefined) return;
  if (pet === undefined) pets.delete(petId);
  else pets.set(petId, pet);
}

test('a follower receives all later events, identical to those in the list', async () => {
  const follower = followInBackground(client);
  await until(
    'the connection',
    () => follower.connections(),
    (seen) => seen === 1,
  );
  const after = await client.events.lastId();
  await until('the begin', () => follower.begins.length);
  await Promise.all(
    Array.from({ length: 150 }, (_, index) => client.pets.create({ name: `Rex ${index}`, categoryId: -(2n ** 63n) })),
  );
  await until('the events', () => follower.seen.length === 150);
  expect(follower.seen).toEqual(await Array.fromAsync(client.events.list({ after })));
  expect(follower.begins).toEqual([after]);
  expect(await follower.stop()).toBe('stopped');
});

// The last, because it ends the server.
test('a copy that follows events misses none while the server is killed and restarted', async () => {
  const { port } = new URL(server.url);
  const patient = createClient({ baseUrl: server.url, apiKey: adminKey, retryForMs: 60_000 });
  await Promise.all(['a', 'b', 'c'].map((name) => patient.pets.create({ name, categoryId: 1n })));

  const after = await patient.events.lastId();
  const copy = new Map<bigint, Pet>();
  for await (const pet of patient.pets.list({ limit: 1 })) copy.set(pet.id, pet);
  const follower = followInBackground(patient, after);

  let isOver = false;
  const write = async (worker: number) => {
    for (let round = 0; !isOver; round++) {
      const { id } = await patient.pets.create({ name: `${worker}-${round}`, categoryId: 1n });
      if (round % 3 === 0) await patient.pets.update(id, { status: 'sold' });
      // The retry of a removal fails if only the response to the first attempt was lost.
      if (round % 3 === 1) await patient.pets.remove(id).catch(() => undefined);
      await Bun.sleep(5);
    }
  };
  const writers = [1, 2, 3].map(write);
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const seen = follower.seen.length;
    await until('events to come', () => follower.seen.length > seen + 20);
    server.signal(signal);
    await server.exited;
    server = await startServer({ database, env: { PORT: port } });
  }
  isOver = true;
  await Promise.all(writers);

  const last = await patient.pets.create({ name: 'last', categoryId: 1n });
  await until(
    'the last event',
    () => follower.seen.at(-1),
    (event) => event?.petId === last.id,
  );
  const pets = await Array.fromAsync(patient.pets.list());
  expect(follower.seen).toEqual(await Array.fromAsync(patient.events.list({ after })));
  expect(follower.seen.map(({ id }) => id)).toEqual(follower.seen.map((_, index) => after + 1n + BigInt(index)));
  for (const event of follower.seen) apply(copy, event);
  expect([...copy.values()].sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual(pets);
  expect(follower.connections()).toBeGreaterThanOrEqual(3);
  await follower.stop();
});
