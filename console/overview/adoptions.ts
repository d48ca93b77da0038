import type { PetStatus, PetstoreEvent } from '../../client/index.ts';

/** How many animals were adopted on one day of the reader's calendar. */
export interface AdoptionDay {
  /** Its first moment. */
  readonly day: Date;
  readonly adoptions: number;
}

/**
 * The events by which an animal became sold: an order was completed, or its status was changed. Of one that is sold
 * already a further change is none; where nothing is known of before, a change of one that is sold counts.
 */
export function findAdoptions(events: readonly PetstoreEvent[]): PetstoreEvent[] {
  const statuses = new Map<bigint, PetStatus | undefined>();
  return events.filter(({ type, petId, pet }) => {
    if (petId === undefined) return false;
    const before = statuses.get(petId);
    statuses.set(petId, pet?.status);
    return type === 'order.completed' || (type === 'pet.updated' && pet?.status === 'sold' && before !== 'sold');
  });
}

/** Counts adoptions by day, from one day to another, with the days on which there were none. */
export function countByDay(adoptions: readonly PetstoreEvent[], from: Date, until: Date): AdoptionDay[] {
  const counts = new Map<number, number>();
  for (const { at } of adoptions) {
    const day = startOfDay(new Date(at)).getTime();
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const days: AdoptionDay[] = [];
  for (let day = startOfDay(from); day <= until; day = daysLater(day, 1)) {
    days.push({ day, adoptions: counts.get(day.getTime()) ?? 0 });
  }
  return days;
}

/** The first moment of a day, where the reader is. */
export function startOfDay(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
}

/** Days are not all of 24 hours. */
export function daysLater(day: Date, days: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
}
