import { expect, test } from 'bun:test';
import type { Delivery, Webhook } from '../../client/index.ts';
import { countUndelivered, healthOf } from './undelivered.ts';

const webhook: Webhook = {
  id: 5n,
  url: 'https://shelter.example.org',
  status: 'active',
  createdAt: '2026-11-21T10:00:00Z',
};
const delivery = (changes: Partial<Delivery>): Delivery => ({
  id: 1n,
  webhookId: 5n,
  eventId: 1n,
  status: 'waiting',
  attempts: 0n,
  ...changes,
});
const failing = delivery({ attempts: 2n, failure: 'the receiver responded with 500' });
const dead = delivery({ status: 'dead', attempts: 8n });

test('counts the undelivered events of one webhook by what happens to them next', () => {
  const other = { ...failing, webhookId: 6n };
  const newer = { ...failing, failure: 'no answer' };
  expect(countUndelivered(5n, [failing, other, newer, dead, delivery({}), delivery({ attempts: 1n })], true)).toEqual({
    failing: 2,
    failure: 'no answer',
    unsent: 2,
    givenUp: 1,
    isMore: true,
  });
});

test('a webhook is healthy only if every event arrives', () => {
  const health = (...deliveries: Delivery[]) => healthOf(webhook, countUndelivered(5n, deliveries, false));
  expect(health()).toBe('active');
  expect(health(delivery({}))).toBe('active');
  expect(health(dead)).toBe('incomplete');
  expect(health(dead, failing)).toBe('failing');
  expect(healthOf(webhook, undefined)).toBe('active');
  expect(healthOf({ ...webhook, status: 'disabled' }, countUndelivered(5n, [failing], false))).toBe('disabled');
});
