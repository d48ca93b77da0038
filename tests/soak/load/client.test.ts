import { describe, expect, test } from 'bun:test';
import type { Change, Outcome } from '../history/history.ts';
import { outcomeOf } from './client.ts';

const create: Change = { kind: 'create', name: 'Rex', categoryId: 1 };
const rename: Change = { kind: 'rename', petId: 7, name: 'Max' };
const remove: Change = { kind: 'remove', petId: 7 };
const order: Change = { kind: 'order', petId: 7, key: 'k' };
const complete: Change = { kind: 'complete', petId: 7, orderId: 3, key: 'k' };

const unknown = 'The storage failed during the write, and whether the write took effect is unknown.';
const error = (status: number, code: string, message = 'Nothing was changed.') => ({
  status,
  body: JSON.stringify({ code, message, status }),
});

describe('the outcome of', () => {
  const cases: [what: string, change: Change, reply: { status: number; body: string }, kind: Outcome['kind']][] = [
    ['a create with 201', create, { status: 201, body: '{"id":5}' }, 'acknowledged'],
    ['a rename with 200', rename, { status: 200, body: '{"id":7}' }, 'acknowledged'],
    ['a removal with 204', remove, { status: 204, body: '' }, 'acknowledged'],
    ['a create with 503', create, error(503, 'unavailable'), 'refused'],
    ['a create with 503 that says so', create, error(503, 'unavailable', unknown), 'unknown'],
    ['an order for an animal that has one', order, error(409, 'pet_not_available'), 'refused'],
    ['an attempt while the first one is in progress', create, error(409, 'idempotency_in_progress'), 'refused'],
    ['a create with 500', create, error(500, 'internal_error'), 'unexpected'],
    ['a create with 200', create, { status: 200, body: '{"id":5}' }, 'unexpected'],
    ['a rename of an animal that is gone', rename, error(404, 'pet_not_found'), 'unexpected'],
    ['a removal of an animal that is gone', remove, error(404, 'pet_not_found'), 'unexpected'],
    ['the end of an order that has already ended', complete, error(409, 'order_closed'), 'unexpected'],
    ['a body that is not JSON', create, { status: 502, body: '<html>' }, 'unexpected'],
  ];

  test.each(cases)('%s', (_, change, reply, kind) => {
    expect(outcomeOf(change, reply, false).kind).toBe(kind);
  });

  test('a repeated removal of an animal that is gone is acknowledged', () => {
    expect(outcomeOf(remove, error(404, 'pet_not_found'), true)).toEqual({ kind: 'acknowledged', id: 7 });
  });

  test('the end of an order is acknowledged with the id of the order', () => {
    const reply = { status: 200, body: '{"id":3,"petId":7}' };
    expect(outcomeOf(complete, reply, false)).toEqual({ kind: 'acknowledged', id: 3 });
  });
});
