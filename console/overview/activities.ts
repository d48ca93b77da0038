import type { Pet, PetStatus, PetstoreEvent } from '../../client/index.ts';

/** A piece of a sentence: words of the console, or what somebody has called something. */
export type Piece = string | { readonly name: string };

export interface Activity {
  readonly id: bigint;
  readonly at: string;
  readonly sentence: readonly Piece[];
  /** The animal that it is about, if that is still there. */
  readonly petId: bigint | undefined;
}

/** The newest events as sentences, the newest first. What an animal was before is taken from the events before. */
export function describeNewest(events: readonly PetstoreEvent[], count: number): Activity[] {
  const known = new Map<bigint, Pet>();
  const gone = new Set<bigint>();
  const newest = events.length - count;
  const activities: Activity[] = [];
  for (const [index, event] of events.entries()) {
    const { id, at, petId, pet } = event;
    if (index >= newest) {
      const earlier = petId === undefined ? undefined : known.get(petId);
      activities.push({ id, at, petId, sentence: describe(event, earlier) });
    }
    if (petId !== undefined && pet === undefined) gone.add(petId);
    if (petId !== undefined && pet !== undefined) known.set(petId, pet);
  }
  return activities.reverse().map((activity) => {
    const isGone = activity.petId !== undefined && gone.has(activity.petId);
    return isGone ? { ...activity, petId: undefined } : activity;
  });
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
      return ['An inquiry has arrived'];
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
