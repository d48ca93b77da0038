import type { Pet, PetStatus, PetstoreEvent } from '../../client/index.ts';

/** A piece of a sentence: words of the console, or what somebody has called something. */
export type Piece = string | { readonly name: string };

export interface ActivityEntry {
  readonly id: bigint;
  readonly at: string;
  readonly sentence: readonly Piece[];
  /** The animal that it is about, if that is still there. */
  readonly petId: bigint | undefined;
}

/** So many new animals one after another, within a minute each, are an import: one entry. */
const fewestOfImport = 5;
const pauseMs = 60_000;

/** The newest events as sentences, the newest first. What an animal was before is taken from the events before. */
export function describeNewest(events: readonly PetstoreEvent[], count: number): ActivityEntry[] {
  const known = new Map<bigint, Pet>();
  const gone = new Set<bigint>();
  const activities: ActivityEntry[] = [];
  /** The animals that have just been added. */
  let added: ActivityEntry[] = [];
  const endImport = () => {
    const last = added.at(-1);
    const isImport = last !== undefined && added.length >= fewestOfImport;
    // Of an import that began before these events, only a part is known.
    const atLeast = added[0]?.id === events[0]?.id ? 'At least ' : '';
    if (isImport)
      activities.push({ ...last, petId: undefined, sentence: [`${atLeast}${added.length} animals were added`] });
    else activities.push(...added);
    added = [];
  };
  for (const event of events) {
    const { id, type, at, petId, pet } = event;
    const activity = { id, at, petId, sentence: describe(event, petId === undefined ? undefined : known.get(petId)) };
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

const became: Record<PetStatus, string> = { available: 'is available', pending: 'is on hold', sold: 'was adopted' };

function describe({ type, petId, pet, category }: PetstoreEvent, earlier: Pet | undefined): Piece[] {
  const name = { name: pet?.name ?? earlier?.name ?? `Animal ${petId}` };
  switch (type) {
    case 'pet.created':
      return [name, ' was added'];
    case 'pet.updated':
      return describeUpdate(name, pet, earlier);
    case 'pet.profile_changed':
      return ['The profile of ', name, ' was changed'];
    case 'pet.deleted':
      return [name, ' was removed'];
    case 'pet.photos_changed':
      return ['The photos of ', name, ' were changed'];
    case 'order.placed':
      return [name, ' was reserved'];
    case 'order.completed':
      return [name, ' was adopted'];
    case 'order.cancelled':
      return ['The reservation of ', name, ' was cancelled'];
    case 'category.created':
    case 'category.updated':
      return ['The category ', { name: category?.name ?? '' }, ' was named'];
    case 'inquiry.created':
      return ['Somebody has asked about an animal'];
    case 'inquiry.closed':
      return ['An inquiry was closed'];
    case 'inquiry.deleted':
      return ['An inquiry was erased'];
    default:
      return [petId === undefined ? 'The catalogue' : name, ` has changed (${type})`];
  }
}

function describeUpdate(name: Piece, pet: Pet | undefined, earlier: Pet | undefined): Piece[] {
  if (earlier === undefined) return [name, ' was changed'];
  if (earlier.status !== pet?.status) return [name, ` ${became[pet?.status ?? 'available']}`];
  if (earlier.name !== pet?.name) return [{ name: earlier.name }, ' was renamed ', name];
  if (earlier.categoryId !== pet?.categoryId) return [name, ' got another category'];
  return [name, ' was changed'];
}
