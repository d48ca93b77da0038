import type { EventBody } from '../../support/data/events.ts';
import type { PetBody } from '../../support/http/body.ts';
import type { Attempt, Change, History, Outcome } from './history.ts';
import type { OrderBody, State } from './state.ts';

/** Parts of a history that a test can replace. */
export interface Example {
  attempts: Attempt[];
  reads: History['reads'][number][];
  walks: History['walks'][number][];
  sights: History['sights'][number][];
  followed: History['followed'][number][];
  pets: PetBody[];
  orders: OrderBody[];
  events: EventBody[];
  inventory: State['inventory'];
}

const at = '2026-01-01T00:00:00.000Z';
const acknowledged = (id: number): Outcome => ({ kind: 'acknowledged', id });

/** An attempt that begins at `startedAt` and ends one later. */
export function attempt(startedAt: number, change: Change, outcome: Outcome, client = 'ann'): Attempt {
  return { client, change, startedAt, endedAt: startedAt + 1, outcome };
}

export function create(name: string, key?: string): Change {
  return { kind: 'create', name, categoryId: 1, ...(key !== undefined && { key }) };
}

export function pet(id: number, name: string, status = 'available'): PetBody {
  return { id, name, categoryId: 1, status };
}

function event(id: number, type: string, body: PetBody | undefined, petId: number, orderId?: number): EventBody {
  return { id, type, at, petId, ...(orderId !== undefined && { orderId }), ...(body && { pet: body }) };
}

const order = (petId: number, key: string): Change => ({ kind: 'order', petId, key });

/** A correct history in which everything happens that the checker knows, with the state that it leads to. */
export function correctExample(): Example {
  const events = [
    event(1, 'pet.created', pet(1, 'Rex'), 1),
    event(2, 'pet.updated', pet(1, 'Max'), 1),
    event(3, 'pet.created', pet(2, 'Lost'), 2),
    event(4, 'pet.created', pet(3, 'Gone'), 3),
    event(5, 'pet.deleted', undefined, 3),
    event(6, 'pet.created', pet(4, 'Bella'), 4),
    event(7, 'order.placed', pet(4, 'Bella', 'pending'), 4, 1),
    event(8, 'order.cancelled', pet(4, 'Bella'), 4, 1),
    event(9, 'order.placed', pet(4, 'Bella', 'pending'), 4, 2),
    event(10, 'order.completed', pet(4, 'Bella', 'sold'), 4, 2),
  ];
  return {
    attempts: [
      attempt(0, create('Rex', 'k1'), { kind: 'unknown' }),
      attempt(2, create('Rex', 'k1'), acknowledged(1)),
      attempt(4, { kind: 'rename', petId: 1, name: 'Max' }, acknowledged(1)),
      attempt(6, create('Lost'), { kind: 'unknown' }),
      attempt(8, create('Never'), { kind: 'refused', code: 'unavailable' }),
      attempt(10, create('Gone'), acknowledged(3)),
      attempt(12, { kind: 'remove', petId: 3 }, acknowledged(3)),
      attempt(14, create('Bella'), acknowledged(4)),
      attempt(16, order(4, 'o1'), acknowledged(1), 'bob'),
      attempt(16, order(4, 'o2'), { kind: 'refused', code: 'pet_not_available' }, 'cid'),
      attempt(18, { kind: 'cancel', petId: 4, orderId: 1, key: 'e1' }, acknowledged(1), 'bob'),
      attempt(20, order(4, 'o3'), acknowledged(2), 'cid'),
      attempt(22, { kind: 'complete', petId: 4, orderId: 2, key: 'e2' }, acknowledged(2), 'cid'),
    ],
    reads: [
      { client: 'ann', petId: 1, name: 'Max', startedAt: 5, endedAt: 6 },
      { client: 'ann', petId: 3, name: undefined, startedAt: 13, endedAt: 14 },
    ],
    walks: [{ client: 'ann', categoryId: 1, ids: [1, 2, 4], startedAt: 15, endedAt: 16 }],
    sights: [],
    followed: [{ name: 'follower', after: 0, events: events.map((one) => ({ at: 30, event: one })), isComplete: true }],
    pets: [pet(1, 'Max'), pet(2, 'Lost'), pet(4, 'Bella', 'sold')],
    orders: [
      { id: 1, petId: 4, status: 'cancelled' },
      { id: 2, petId: 4, status: 'completed' },
    ],
    events,
    inventory: { available: 2, pending: 0, sold: 1 },
  };
}
