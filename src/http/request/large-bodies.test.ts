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

test('an actor gets half of what the others leave, and gives it back', () => {
  const bodies = new LargeBodies(160);
  const open = (actor: string, bytes: number) => bodies.open(actor, bytes);
  const first = [open('key:1', 40), open('key:1', 40)];
  expect(() => open('key:1', 1)).toThrow('Too many uploads');
  open('person:2', 40);
  expect(() => open('person:2', 1)).toThrow('Too many uploads');
  expect(() => open('key:3', 21)).toThrow('Too many uploads');
  for (const room of first) room.hold(0);
  open('key:3', 60);
});

test('a body that is only announced takes no memory in its turn: it takes what has arrived, and is refused beyond its half', () => {
  const bodies = new LargeBodies(20_000_000);
  const silent = Array.from({ length: 100 }, () => {
    const room = bodies.open('person:1', 5_000_000);
    room.hold(0);
    return room;
  });
  bodies.open('person:2', 5_000_000).hold(0);
  for (const room of silent.slice(0, 10)) room.hold(1_000_000);
  expect(() => silent[0]?.hold(1_000_001)).toThrow('Too many uploads');
  expect(() => bodies.open('person:2', 5_000_001)).toThrow('Too many uploads');
  bodies.open('person:2', 5_000_000);
});
