import { expect, test } from 'bun:test';
import { type Arrival, checkArrivals } from './check-arrivals.ts';

const events = [
  { id: 1, type: 'pet.created', at: '2026-01-01T00:00:00.000Z', petId: 1 },
  { id: 2, type: 'pet.deleted', at: '2026-01-01T00:00:01.000Z', petId: 1 },
];
const bodies = events.map((event) => JSON.stringify(event));
const arrival = (id: number, body = bodies[id - 1] ?? ''): Arrival => ({ webhookId: `evt_${id}`, body });

function violationsOf(arrivals: readonly Arrival[]): string[] {
  const found: string[] = [];
  checkArrivals(arrivals, events, (rule, detail) => void found.push(`${rule}: ${detail}`));
  return found;
}

test('events that arrive in any order, and again, violate nothing', () => {
  expect(violationsOf([arrival(2), arrival(1), arrival(1)])).toEqual([]);
});

test.each([
  ['a missing event', [arrival(1)], /^webhooks: evt_2 has not arrived$/],
  ['other contents', [arrival(1), arrival(2, bodies[0])], /^webhooks: evt_2 arrived as .*"id":1/],
  ['an unreadable body', [arrival(1), arrival(2, '{')], /^webhooks: evt_2 arrived as {, /],
  ['an unknown event', [arrival(1), arrival(2), arrival(3, '{}')], /^webhooks: evt_3 arrived as {}, .* undefined$/],
])('%s is a violation', (_, arrivals, expected) => {
  expect(violationsOf(arrivals)).toEqual([expect.stringMatching(expected)]);
});
