import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createPet } from '../../src/catalogue/pets/operations.ts';
import { Assertions } from '../../src/store/assertions.ts';
import { WriteQueue } from '../../src/store/sqlite/write-queue.ts';
import { startWriterThread } from '../../src/store/sqlite/writer-thread.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { die, dyingWriter, hang } from '../support/process/dying-writer.ts';
import { makeScratchFolder } from '../support/scratch.ts';

/** How writes wait for the writer thread, and share its batches. */
const scratch = makeScratchFolder();
const path = join(scratch.path, 'petstore.db');
beforeAll(async () => {
  await using store = await openStore(`sqlite:${path}`);
  await addCaller(store);
});
afterAll(() => scratch.remove());

interface QueueOptions {
  maxGatherMs: number;
  maxWaiting?: number;
  batchTimeoutMs?: number;
  /** Called when a batch has been sent, with the sizes of all until then. */
  onSend?: (sizes: readonly number[]) => void;
}

async function startQueue({ maxGatherMs, maxWaiting = 100, batchTimeoutMs = 20_000, onSend }: QueueOptions) {
  const sizes: number[] = [];
  const queue = await WriteQueue.start(path, {
    startWriter(events) {
      const writer = startWriterThread(dyingWriter, events);
      const post: typeof writer.post = (message) => {
        writer.post(message);
        if (typeof message !== 'object' || !('groups' in message)) return;
        sizes.push(message.groups.reduce((sum, { inputs }) => sum + inputs.length, 0));
        onSend?.(sizes);
      };
      return { ...writer, post };
    },
    maxWaiting,
    batchTimeoutMs,
    onCommit: () => undefined,
    isDamaged: () => false,
    onDamage: () => undefined,
    assertions: new Assertions(),
    maxGatherMs,
  });
  const add = (name: string) =>
    queue.push({ name: createPet.command.name, input: petDraft(name) }).then(
      () => 'created',
      (error: { code?: string }) => error.code,
    );
  return { queue, sizes, add };
}

const nextImmediate = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  ['a batch waits for the writes of clients that were just answered', 20_000, 6],
  ['a batch that may not wait has what has arrived', 0, 3],
] as const)('%s', async (_, maxGatherMs, expected) => {
  const others: unknown[] = [];
  const onSend = ({ length }: readonly number[]) => {
    if (length === 1) for (const name of ['D', 'E', 'F']) others.push(add(name));
  };
  const { queue, sizes, add } = await startQueue({ maxGatherMs, onSend });
  // Each client sends its next write in another event-loop tick.
  const client = async (name: string, ticks: number) => {
    await add(name);
    for (let tick = 0; tick < ticks; tick++) await nextImmediate();
    await add(name);
  };
  await Promise.all([client('A', 1), client('B', 2), client('C', 3)]);
  await Promise.all(others);
  await queue.close();
  expect(sizes.slice(0, 2)).toEqual([3, expected]);
});

test('requests that arrive during a commit are handled after it, together, and share the next one', async () => {
  const order: string[] = [];
  const later: Promise<unknown>[] = [];
  const request = async (name: string) => {
    await queue.untilBatch();
    order.push(name);
    // As one whose body is checked.
    for (let step = 0; step < 10; step++) await null;
    const outcome = await add(name);
    order.push(`${name} ${outcome}`);
    return outcome;
  };
  const onSend = ({ length }: readonly number[]) => {
    order.push(`batch ${length}`);
    if (length === 1) later.push(request('B'), add('C'));
    if (length === 1) later.push(nextImmediate().then(() => request('D')));
    if (length === 2) later.push(request('E'));
  };
  const { queue, sizes, add } = await startQueue({ maxGatherMs: 20_000, onSend });
  await request('A');
  // More are added while these are awaited.
  while (later.length < 4) await Promise.all(later);
  expect(await Promise.all(later)).toEqual(Array(4).fill('created'));
  expect(order).toEqual([
    ...['A', 'batch 1', 'A created'],
    ...['B', 'D', 'batch 2', 'B created', 'D created'],
    ...['E', 'batch 3', 'E created'],
  ]);
  expect(sizes).toEqual([1, 3, 1]);
  await queue.close();
});

test('more requests than a batch takes are released in turns, also if none of them writes', async () => {
  const released: number[] = [];
  const requests: Promise<unknown>[] = [];
  let isFirstTurn = true;
  const onSend = () => {
    for (let index = 0; index < 1_030; index++) {
      requests.push(Promise.resolve(queue.untilBatch()).then(() => released.push(isFirstTurn ? 1 : 2)));
    }
    void requests[0]?.then(nextImmediate).then(() => {
      isFirstTurn = false;
    });
  };
  const { queue, add } = await startQueue({ maxGatherMs: 20_000, maxWaiting: 2_000, onSend });
  await add('A');
  await Promise.all(requests);
  expect(released.filter((turn) => turn === 1)).toHaveLength(1_024);
  expect(released).toHaveLength(1_030);
  await queue.close();
});

test('a request is not held while nothing waits, by a full queue, or where batches are not gathered', async () => {
  const held: unknown[] = [];
  for (const options of [{ maxGatherMs: 20_000, maxWaiting: 1 }, { maxGatherMs: 0 }]) {
    const { queue, add } = await startQueue({ ...options, onSend: () => held.push(queue.untilBatch()) });
    held.push(queue.untilBatch());
    await add('A');
    await queue.close();
  }
  expect(held).toEqual(Array(4).fill(undefined));
});

test.each([
  ['dies', die, 20_000, 'created'],
  ['hangs', hang, 500, 'unavailable'],
] as const)('requests that are held go on when the writer thread %s', async (_, command, batchTimeoutMs, outcome) => {
  const requests: Promise<unknown>[] = [];
  const request = async () => {
    await queue.untilBatch();
    return await add('A');
  };
  const onSend = ({ length }: readonly number[]) => {
    if (length === 1) requests.push(request());
    if (length === 1) expect(queue.waiting).toBe(2);
  };
  const { queue, add } = await startQueue({ maxGatherMs: 20_000, batchTimeoutMs, onSend });
  const failure = await queue.push({ name: command.name, input: undefined }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable' });
  expect(await Promise.all(requests)).toEqual([outcome]);
  await queue.close();
});

test('no write waits for a disk that hangs, and the storage is not ready', async () => {
  const sent = Promise.withResolvers<void>();
  const options = { maxGatherMs: 0, maxWaiting: 2, batchTimeoutMs: 100, onSend: () => sent.resolve() };
  const { queue } = await startQueue(options);
  queue.check();
  const failureOf = (name: string, input: unknown) => queue.push({ name, input }).catch((error: unknown) => error);
  const add = (name: string) => failureOf(createPet.command.name, petDraft(name));
  const hanging = failureOf(hang.name, undefined);
  await sent.promise;
  const waiting = add('Waiting');
  expect(await add('One too many')).toMatchObject({ code: 'overloaded' });
  expect(await hanging).toMatchObject({ code: 'unavailable', message: expect.stringContaining('is unknown') });
  expect(await waiting).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was changed') });
  expect(() => queue.check()).toThrow('not available');
  expect(await add('Later')).toMatchObject({ code: 'unavailable' });
  await queue.close();
});
