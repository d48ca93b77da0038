import type { Category, Pet } from '../../../contract/pet.ts';
import { isEqual } from '../../lib/objects.ts';

/** Every type of event, with its meaning. Published: types may be added, none is ever removed. */
export const eventMeanings = {
  'pet.created': 'An animal was added.',
  'pet.updated': 'An animal was changed.',
  'pet.deleted': 'An animal was removed.',
  'pet.profile_changed': 'The profile of an animal was changed.',
  'pet.photos_changed': 'A photo of an animal was added, changed or removed.',
  'note.created': 'Staff wrote a note on an animal.',
  'note.updated': 'A note on an animal was changed.',
  'note.deleted': 'A note on an animal was removed. Erase what you have copied of it.',
  'category.created': 'A category number got a name.',
  'category.updated': 'The name of a category was changed.',
  'category.deleted': 'A category was removed. It has no animals.',
  'order.placed': 'An animal was ordered, and is pending now.',
  'order.completed': 'An order was completed: its animal is sold now.',
  'order.cancelled': 'An order was cancelled: its animal is available again.',
  'order.reopened': 'The end of an order was taken back: its animal is pending again.',
  'order.updated': 'What an order says was changed: its reference, its note, when it expires or whom it is for.',
  'order.expired': 'An order has expired and was cancelled: its animal is available again.',
  'order.returned': 'The animal of a completed order came back: it is available again.',
  'webhook.disabled': 'A webhook was disabled.',
  'inquiry.created': 'Somebody asks about an animal.',
  'inquiry.updated': 'An inquiry was changed.',
  'inquiry.closed': 'An inquiry was closed: answered, declined or withdrawn.',
  'inquiry.deleted': 'An inquiry was erased. Erase what you have copied of it.',
} as const;

export type EventType = keyof typeof eventMeanings;

export const eventTypes = Object.keys(eventMeanings) as EventType[];

/** Who makes a change: a person, a program by its key, somebody on the public page, or a job of the service. */
export const actorTypes = ['person', 'key', 'public', 'system'] as const;

export interface Actor {
  type: (typeof actorTypes)[number];
  id?: bigint;
  /** Of a person or a key that is there. It is not stored with what they have done, so that erasing it erases it everywhere. */
  name?: string;
}

/**
 * When a change is made, in epoch milliseconds, and by whom: the type of the actor, and the id of a person or a key after it. A
 * change by an import, or its undo, names it.
 */
export interface Stamp {
  at: bigint;
  actor: `${'person' | 'key'}:${bigint}` | 'public' | 'system';
  importId?: bigint;
}

/** Reads the actor of a {@link Stamp}. */
export function toActor(actor: string): Actor {
  const [type, id] = actor.split(':');
  const known = actorTypes.find((one) => one === type) ?? 'system';
  return { type: known, ...(id !== undefined && { id: BigInt(id) }) };
}

/** What has been made, with its actors in some members. */
export type Made<Field extends string> = { [Each in Field]?: Actor | undefined };

/** What may be stored: the names of keys, but not those of people. */
export function withoutPeople<Field extends string, One extends Made<Field>>(made: One, fields: readonly Field[]): One {
  const people = fields.flatMap((field) => {
    const { type, id } = made[field] ?? {};
    return type === 'person' ? [[field, { type, id }]] : [];
  });
  return { ...made, ...Object.fromEntries(people) };
}

/** A member that has changed, with its texts before and after where they are public facts. */
export interface MemberChange {
  field: string;
  from?: string;
  to?: string;
}

/** The members whose texts differ. Of those that `isTold` leaves out, the names alone. */
export function changesOf(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  isTold: (field: string) => boolean = () => true,
): MemberChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [from, to] = [before.get(field), after.get(field)];
    if (from === to) return [];
    if (!isTold(field)) return [{ field }];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}

/** The names of the members that differ. */
export function namesOfChanges(before: object, after: object): MemberChange[] {
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].filter((field) => !isEqual(old.get(field), now.get(field))).map((field) => ({ field }));
}

/** A change, as it is recorded in its own transaction. */
export interface NewEvent extends Stamp {
  type: EventType;
  /** The animal before the change; missing if there was none. */
  before?: Pet | undefined;
  /** The animal after the change; missing if it was removed. */
  after?: Pet | undefined;
  category?: Category | undefined;
  orderId?: bigint | undefined;
  noteId?: bigint | undefined;
  changes?: readonly MemberChange[];
}

/** The end of a webhook, which is no change of the catalogue. */
export interface NewWebhookEvent extends Stamp {
  type: 'webhook.disabled';
  webhookId: bigint;
}

/** A change of an inquiry. It names the inquiry and nothing else, because events go to many and are kept. */
export interface NewInquiryEvent extends Stamp {
  type: Extract<EventType, `inquiry.${string}`>;
  inquiryId: bigint;
  changes?: readonly MemberChange[];
}

/** A change with its sequence number. */
export interface Event {
  id: bigint;
  type: EventType;
  at: bigint;
  petId: bigint | undefined;
  orderId: bigint | undefined;
  /** The animal after the change. */
  pet: Pet | undefined;
  category: Category | undefined;
  webhookId: bigint | undefined;
  inquiryId: bigint | undefined;
  noteId: bigint | undefined;
  /** The import that made or undid the change. */
  importId: bigint | undefined;
  /** Missing in events from before release 1.2.0, and where nothing is said of what has changed. */
  changes: readonly MemberChange[] | undefined;
  /** Missing in events from before release 1.2.0. */
  actor: Actor | undefined;
}
