import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createPet } from '../../src/animals/pets/operations.ts';
import { Assertions } from '../../src/store/assertions.ts';
import { holdFiles } from '../../src/store/sqlite/open-files.ts';
import { WriteQueue } from '../../src/store/sqlite/write-queue.ts';
import { startWriterThread } from '../../src/store/sqlite/writer-thread.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { dyingWriter, hang } from '../support/process/dying-writer.ts';
import { makeScratchFolder } from '../support/scratch.ts';

/** How writes wait for the writer thread, and share its batches. */
const scratch = makeScratchFolder();
const path = join(scratch.path, 'petstore.db');
beforeAll(async () => {
  await using store = await openStore(`sqlite:${path}`);
  await addCaller(store);
});
let held: ReturnType<typeof holdFiles>;
beforeAll(() => {
  held = holdFiles(path);
});
afterAll(() => {
  held.close(false);
  scratch.remove();
});

interface QueueOptions {
  maxGatherMs: number;
  maxWaiting?: number;
  batchTimeoutMs?: number;
  /** Called when a batch has been sent, with the sizes of all until then. */
  onSend?: (sizes: readonly number[]) => void;
}

async function startQueue({ maxGatherMs, maxWaiting = 100, batchTimeoutMs = 20_000, onSend }: QueueOptions) {
  const sizes: number[] = [];
  const queue = await WriteQueue.start(held.files, {
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
