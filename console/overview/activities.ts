import type { Pet, PetstoreEvent } from '../../client/index.ts';

/** An event as a sentence: what stands before the name, the name, and what stands behind it. */
export interface Activity {
  readonly id: bigint;
  readonly at: string;
  readonly before: string;
  readonly name: string;
  readonly after: string;
  /** The animal that it is about, if that is still there. */
  readonly petId: bigint | undefined;
}

type Sentence = Pick<Activity, 'before' | 'name' | 'after'>;

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
      activities.push({ id, at, petId, ...describe(event, earlier) });
    }
    if (petId !== undefined && pet === undefined) gone.add(petId);
    if (petId !== undefined && pet !== undefined) known.set(petId, pet);
  }
  return activities.reverse().map((activity) => {
    const isGone = activity.petId !== undefined && gone.has(activity.petId);
    return isGone ? { ...activity, petId: undefined } : activity;
  });
}

function describe({ type, petId, pet, category }: PetstoreEvent, earlier: Pet | undefined): Sentence {
  const name = pet?.name ?? earlier?.name ?? `Animal ${petId}`;
  switch (type) {
    case 'pet.created':
      return about(name, `was added${pet?.status === 'available' ? '' : `, ${pet?.status}`}`);
    case 'pet.updated':
      return describeUpdate(name, pet, earlier);
    case 'pet.deleted':
      return about(name, 'was removed');
    case 'order.placed':
      return about(name, 'was reserved');
    case 'order.completed':
      return about(name, 'was adopted');
    case 'order.cancelled':
      return { before: 'The reservation of ', name, after: ' was cancelled' };
    case 'category.created':
    case 'category.updated':
      return { before: `Category ${category?.id} is called `, name: category?.name ?? '', after: ' now' };
    default:
      return about(petId === undefined ? 'The catalogue' : name, `has changed (${type})`);
  }
}

function describeUpdate(name: string, pet: Pet | undefined, earlier: Pet | undefined): Sentence {
  if (earlier !== undefined && earlier.status !== pet?.status) return about(name, `is ${pet?.status} now`);
  if (earlier !== undefined && earlier.name !== name) {
    return { before: `${earlier.name} is called `, name, after: ' now' };
  }
  if (earlier !== undefined && earlier.categoryId !== pet?.categoryId) {
    return about(name, `is in category ${pet?.categoryId} now`);
  }
  return about(name, earlier === undefined ? `was changed, and is ${pet?.status}` : 'was changed');
}

function about(name: string, what: string): Sentence {
  return { before: '', name, after: ` ${what}` };
}
