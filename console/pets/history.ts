import type { Actor, EventType, Inquiry, Order, OrderStatus, Pet, PetstoreEvent } from '../../client/index.ts';
import { stageWord } from '../inquiries/stages.ts';
import { type ActivityEntry, describeEvent, describeNewest } from '../overview/activities.ts';
import { texts } from '../texts/page-texts.ts';
import type { Piece } from '../texts/say.ts';

export const mostShown = 50;

const endEvents: Record<Exclude<OrderStatus, 'placed'>, EventType> = {
  completed: 'order.completed',
  cancelled: 'order.cancelled',
};

interface HistorySources {
  readonly pet: Pet;
  readonly addedAt: string | undefined;
  readonly orders: readonly Order[];
  readonly inquiries: readonly Inquiry[];
  /** Of the animal, its orders and inquiries, the oldest first. */
  readonly events: readonly PetstoreEvent[];
}

/**
 * What is known to have happened to an animal, the newest first: from its latest events, and before these from its orders and
 * from when it was added; and what became of the inquiries about it.
 */
export function historyOf({ pet, addedAt, orders, inquiries, events }: HistorySources): ActivityEntry[] {
  const kept: [EventType, string, (Actor | undefined)?, Order?][] =
    addedAt === undefined ? [] : [['pet.created', addedAt]];
  for (const order of orders) {
    const { status, updatedAt, endedAt = updatedAt, returnedAt } = order;
    kept.push(['order.placed', order.createdAt, order.placedBy, order]);
    if (status !== 'placed') {
      const type = order.expiredAt === undefined ? endEvents[status] : 'order.expired';
      kept.push([type, endedAt, order.endedBy]);
    }
    if (returnedAt !== undefined) kept.push(['order.returned', returnedAt, order.returnedBy, order]);
  }
  const entry = (index: number, at: string, actor: Actor | undefined, sentence: Piece[], isLeaving = false) => {
    return { id: -1n - BigInt(index), at, actor, petId: pet.id, sentence, isLeaving };
  };
  const earlier = kept
    .filter(([type, at]) => !events.some((event) => event.type === type && event.at === at))
    .map(([type, at, actor, order], index) => {
      const sentence = describeEvent({ type, petId: pet.id, pet, order }, undefined);
      return entry(index, at, actor, sentence, type === 'order.completed');
    });
  const asked = inquiries
    .flatMap((inquiry) => stepsOf(inquiry, events))
    .map(([at, actor, sentence], index) => entry(kept.length + index, at, actor, sentence));
  // That an order was changed does not tell the animal, which has not.
  const own = events
    // Notes stand there themselves.
    .filter(({ type, inquiryId }) => inquiryId === undefined && !/^note\.(created|updated)$/.test(type))
    // An import is one entry where all that it did is shown.
    .map(({ importId: _, ...event }) => ({ pet, ...event, petId: pet.id }));
  return (
    [...describeNewest(own, mostShown, orders), ...earlier, ...asked]
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
      // Ten new photos are one line.
      .filter(({ sentence }, index, all) => textOf(sentence) !== textOf(all[index - 1]?.sentence))
      .slice(0, mostShown)
  );
}

type InquiryStep = readonly [at: string, actor: Actor | undefined, sentence: Piece[]];

/** What became of an inquiry: at its last change it came to its stage, as far as that is known. */
function stepsOf(inquiry: Inquiry, events: readonly PetstoreEvent[]): InquiryStep[] {
  const { id, name, stage, createdAt, createdBy, closedAt, closedBy } = inquiry;
  const words = texts.overview;
  const word = stageWord(stage);
  const changes = events.filter((event) => event.inquiryId === id && event.type === 'inquiry.updated');
  return [
    [createdAt, createdBy, words.asked({ name })],
    ...changes.map(({ at, actor }, index): InquiryStep => {
      const isLast = index === changes.length - 1 && closedAt === undefined;
      return [at, actor, words.inquiryWorkedOn({ name }, isLast ? word : undefined)];
    }),
    ...(closedAt === undefined ? [] : [[closedAt, closedBy, words.inquiryOf({ name }, word)] as const]),
  ];
}

export function textOf(sentence: readonly Piece[] = []): string {
  return sentence.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('');
}
