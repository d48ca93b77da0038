import type { Actor, Order, Pet, PetStatus, PetstoreEvent } from '../../client/index.ts';
import type { Animal } from '../lib/animals.ts';
import { pageTexts } from '../texts/page-texts.ts';
import type { Piece } from '../texts/pages-en.ts';
import { texts } from '../texts/texts.ts';

const words = pageTexts.overview;

export interface ActivityEntry {
  readonly id: bigint;
  readonly at: string;
  readonly sentence: readonly Piece[];
  /** The animal that it is about, if that is still there. */
  readonly petId: bigint | undefined;
  readonly actor: Actor | undefined;
  /** Whether it says that the animal was adopted. */
  readonly isLeaving: boolean;
}

/** So many new animals one after another, within a minute each, are an import: one entry. */
const fewestOfImport = 5;
const pauseMs = 60_000;

/**
 * The newest events as sentences, the newest first. What an animal was before is taken from the events before, and for whom it
 * was reserved from the orders that are known.
 */
export function describeNewest(
  events: readonly PetstoreEvent[],
  count: number,
  orders: readonly Order[] = [],
): ActivityEntry[] {
  const known = new Map<bigint, Pet>();
  const gone = new Set<bigint>();
  const activities: ActivityEntry[] = [];
  /** The animals that have just been added. */
  let added: ActivityEntry[] = [];
  const endImport = () => {
    const last = added.at(-1);
    const isImport = last !== undefined && added.length >= fewestOfImport;
    // Of an import that began before these events, only a part is known.
    const isAll = added[0]?.id !== events[0]?.id;
    if (isImport) activities.push({ ...last, petId: undefined, sentence: [words.manyAdded(added.length, isAll)] });
    else activities.push(...added);
    added = [];
  };
  for (const event of events) {
    const { id, type, at, petId, pet, orderId, actor } = event;
    const order = orders.find((one) => one.id === orderId);
    const earlier = petId === undefined ? undefined : known.get(petId);
    const activity = {
      id,
      at,
      petId,
      actor,
      sentence: describeEvent({ ...event, order }, earlier),
      isLeaving: isLeaving(event, earlier),
    };
    const before = added.at(-1)?.at ?? at;
    if (Date.parse(at) - Date.parse(before) > pauseMs) endImport();
    if (type === 'pet.created') added.push(activity);
    else if (!isPartOfAdding(event, added)) {
      endImport();
      const last = activities.at(-1);
      // Nothing tells one inquiry from the next: the newest stands for all of them.
      if (petId === undefined && String(last?.sentence) === String(activity.sentence)) activities.pop();
      activities.push(activity);
    }
    if (petId !== undefined && pet === undefined) gone.add(petId);
    if (petId !== undefined && pet !== undefined) known.set(petId, pet);
  }
  endImport();
  return activities
    .slice(-count)
    .reverse()
    .map((activity) =>
      activity.petId !== undefined && gone.has(activity.petId) ? { ...activity, petId: undefined } : activity,
    );
}

/** Whether an event belongs to an animal that was added just before, as its profile and photos do. */
function isPartOfAdding({ type, petId }: PetstoreEvent, added: readonly ActivityEntry[]): boolean {
  const isOfPet = type === 'pet.profile_changed' || type === 'pet.photos_changed';
  return isOfPet && added.some((activity) => activity.petId === petId);
}

const became: Record<PetStatus, (name: Piece) => Piece[]> = {
  available: words.isAvailable,
  pending: words.isOnHold,
  sold: words.events['order.completed'],
};

type ToldEvent = Pick<PetstoreEvent, 'type' | 'petId' | 'pet' | 'category'> & { readonly order?: Order | undefined };

/** What an entry says, with the animal as it is now: if that is when it left, its profile says how. */
export function tell({ sentence, isLeaving, at }: ActivityEntry, animal: Animal | null | undefined): readonly Piece[] {
  if (!isLeaving || animal?.statusSince !== at) return sentence;
  const { outcomeType = 'adoption' } = animal.profile;
  return outcomeType === 'adoption'
    ? words.events['order.completed']({ name: animal.name })
    : words.left[outcomeType]({ name: animal.name });
}

/** Whether an event of an animal may be that it left. */
export function isLeaving({ type, pet }: ToldEvent, earlier: Pet | undefined): boolean {
  const becameSold = type === 'pet.updated' && earlier?.status !== 'sold' && pet?.status === 'sold';
  return becameSold || type === 'order.completed';
}

type Tell = (name: Piece, detail: string | undefined) => Piece[];
const told: Readonly<Record<string, Tell>> = words.events;
const untold: Readonly<Record<string, string>> = pageTexts.webhooks.events;

/** An event as a sentence; `earlier` is what is known of its animal before. */
export function describeEvent({ type, petId, pet, category, order }: ToldEvent, earlier: Pet | undefined): Piece[] {
  const name = { name: pet?.name ?? earlier?.name ?? texts.ui.animalNumber(String(petId)) };
  if (category !== undefined) return words.categoryNamed(category);
  if (type === 'pet.updated') return describeUpdate(name, pet, earlier);
  if (type === 'order.placed' && order?.contact !== undefined) return words.reservedFor(name, order.contact);
  const general = untold[type];
  if (petId === undefined) return general === undefined ? words.newerEvent(words.catalogue, type) : [general];
  return told[type]?.(name, order?.returnReason) ?? words.newerEvent(name, type);
}

function describeUpdate(name: Piece, pet: Pet | undefined, earlier: Pet | undefined): Piece[] {
  if (earlier === undefined) return words.changed(name);
  if (earlier.status !== pet?.status) return became[pet?.status ?? 'available'](name);
  if (earlier.name !== pet?.name) return words.renamed({ name: earlier.name }, name);
  if (earlier.categoryId !== pet?.categoryId) return words.otherCategory(name);
  return words.changed(name);
}
