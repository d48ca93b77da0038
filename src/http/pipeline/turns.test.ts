import { expect, test } from 'bun:test';
import { createTurns } from './turns.ts';

test('in a crowd each client has one place, and who comes first finds room', async () => {
  const take = createTurns({ places: 3, crowd: 4, tooLate: 'later' });
  const order: string[] = [];
  const takeTurn = async (client: string) => {
    using _turn = await take(client);
    order.push(client);
  };
  const first = await take('one');
  const taking = ['one', 'two', 'two'].map(takeTurn);
  for (const client of ['one', 'two']) {
    expect(take(client)).rejects.toMatchObject({ code: 'overloaded', headers: { 'Retry-After': '5' } });
  }
  taking.push(takeTurn('three'));
  first[Symbol.dispose]();
  await Promise.all(taking);
  expect(order).toEqual(['two', 'three', 'one', 'two']);
});

test('clients have a limited number of places together, however many they are', async () => {
  const take = createTurns({ places: 3, tooLate: 'later' });
  const first = await take(0);
  const waiting = Array.from({ length: 199 }, (_, index) => take(index + 1));
  await expect(take('another')).rejects.toMatchObject({ code: 'overloaded', headers: { 'Retry-After': '5' } });
  first[Symbol.dispose]();
  const another = take('another');
  for (const turn of [...waiting, another]) (await turn)[Symbol.dispose]();
});
