import type { Actor, EventType, Order, OrderStatus, Pet, PetstoreEvent } from '../../client/index.ts';
import { type ActivityEntry, describeEvent, describeNewest, isLeaving } from '../overview/activities.ts';
import type { Piece } from '../texts/pages-en.tsx';

export const mostShown = 50;

const endEvents: Record<Exclude<OrderStatus, 'placed'>, EventType> = {
  completed: 'order.completed',
  cancelled: 'order.cancelled',
};

/**
 * What is known to have happened to an animal, the newest first: from its latest events, and before these from its orders
 * and from when it was added.
 */
export function historyOf(
  pet: Pet,
  addedAt: string | undefined,
  orders: readonly Order[],
  events: readonly PetstoreEvent[],
): ActivityEntry[] {
  const kept: [EventType, string, (Actor | undefined)?][] = addedAt === undefined ? [] : [['pet.created', addedAt]];
  for (const order of orders) {
    const { status, createdAt, updatedAt, endedAt = updatedAt, expiredAt, returnedAt } = order;
    kept.push(['order.placed', createdAt, order.placedBy]);
    if (expiredAt !== undefined) kept.push(['order.expired', expiredAt, order.endedBy]);
    else if (status !== 'placed') kept.push([endEvents[status], endedAt, order.endedBy]);
    if (returnedAt !== undefined) kept.push(['order.returned', returnedAt, order.returnedBy]);
  }
  const earlier = kept
    .filter(([type, at]) => !events.some((event) => event.type === type && event.at === at))
    .map(([type, at, actor], index) => {
      const event = { id: -1n - BigInt(index), type, at, petId: pet.id, pet, actor };
      return { ...event, sentence: describeEvent(event, undefined), isLeaving: isLeaving(event, undefined) };
    });
  return (
    [...describeNewest(events, mostShown), ...earlier]
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
      // Ten new photos are one line.
      .filter(({ sentence }, index, all) => textOf(sentence) !== textOf(all[index - 1]?.sentence))
      .slice(0, mostShown)
  );
}

function textOf(sentence: readonly Piece[] = []): string {
  return sentence.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('');
}
