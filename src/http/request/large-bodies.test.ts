import { expect, test } from 'bun:test';
import { LargeBodies } from './large-bodies.ts';

const bytes = new Uint8Array();

test('receives one body after another, in the order of their requests, also after one that failed', async () => {
  const bodies = new LargeBodies(0);
  const seen: string[] = [];
  const receive = (name: string, fails = false) =>
    bodies.receive(async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return bytes;
    });
  const received = await Promise.allSettled([receive('first'), receive('second', true), receive('third')]);
  expect(received.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

test('a slow body keeps no other waiting, and gives its turn back once', async () => {
  const bodies = new LargeBodies(0);
  const slow = Promise.withResolvers<Uint8Array>();
  const first = bodies.receive(() => slow.promise);
  expect(await bodies.receive(async () => bytes)).toBe(bytes);
  slow.resolve(bytes);
  await first;
  // With a second permit the next two would be received at the same time.
  let current = 0;
  const count = () =>
    bodies.receive(async () => {
      current += 1;
      expect(current).toBe(1);
      await Promise.resolve();
      current -= 1;
      return bytes;
    });
  await Promise.all([count(), count()]);
});

test('a key gets half of what the others leave, and gives it back', () => {
  const bodies = new LargeBodies(160);
  const reserve = (keyId: bigint, bytes: number) => bodies.reserve(keyId, bytes);
  const first = [reserve(1n, 40), reserve(1n, 40)];
  expect(() => reserve(1n, 1)).toThrow('Too many uploads');
  reserve(2n, 40);
  expect(() => reserve(2n, 1)).toThrow('Too many uploads');
  expect(() => reserve(3n, 21)).toThrow('Too many uploads');
  for (const release of first) release();
  reserve(3n, 60);
});
