import { dayMs, hourMs } from '../../src/lib/timestamp.ts';
import { type DemoAnimal, inventAnimal } from './invent-animals.ts';
import type { Random } from './seeded-random.ts';
import { departures } from './species.ts';

/** What happens to an animal after its arrival, in days. Each step is on a later day than the one before. */
export interface DemoLife {
  animal: DemoAnimal;
  order?: {
    /** Epoch milliseconds. */
    placedAt: number;
    end?: { at: number; outcome: 'completed' | 'cancelled' };
    /** When the adopter brings it back. */
    returnedAt?: number;
  };
  /** How it leaves without an adoption. */
  departure?: { at: number; type: (typeof departures)[number] };
  /** When a visitor asks about it. */
  askedAt?: number;
}

/** Nearly a year, so that the adoptions of each month are there to see. */
export const historyDays = 350;
/** Those that are there when the history begins, and those that arrive in it. */
const [firstAnimals, laterAnimals] = [30, 210];
/** How many of the animals wait for somebody until today. */
const waiting = 0.4;

/** When the history begins: before the first animal arrives, whatever the time of day is. Epoch milliseconds. */
export function historyBegin(now: number): number {
  return Math.floor(now / dayMs - historyDays) * dayMs;
}

/** Invents what has happened in the months before a time (epoch milliseconds). */
export function planHistory(random: Random, now: number): DemoLife[] {
  const today = Math.floor(now / dayMs);
  const arrivals = [
    ...Array.from({ length: firstAnimals }, () => at(today - historyDays)),
    ...Array.from({ length: laterAnimals }, () => at(today - random.integer(1, historyDays - 1))),
  ];
  return (
    arrivals
      .toSorted((one, other) => one - other)
      // A service that starts a day after its newest event doubts its clock.
      .with(-1, now)
      .map((arrivedAt, index) => live(inventAnimal(random, arrivedAt, index + 1)))
  );

  /** Some time in the opening hours of a day. */
  function at(day: number): number {
    return day * dayMs + 7 * hourMs + random.integer(0, 10 * hourMs);
  }

  function live(animal: DemoAnimal): DemoLife {
    const arrivedOn = Math.floor(animal.arrivedAt / dayMs);
    const life: DemoLife = { animal };
    const orderedOn = arrivedOn + random.integer(3, 70);
    if (orderedOn >= today || random.chance(waiting)) {
      const leavesOn = arrivedOn + random.integer(1, 30);
      if (random.chance(0.2) && leavesOn < today) {
        life.departure = { at: at(leavesOn), type: random.pick(departures) };
      } else if (random.chance(0.1) && arrivedOn < today - 1)
        life.askedAt = at(random.integer(Math.max(arrivedOn + 1, today - 6), today - 1));
      return life;
    }
    life.order = { placedAt: at(orderedOn) };
    const endsOn = orderedOn + random.integer(1, 20);
    const outcome = random.chance(0.8) ? 'completed' : 'cancelled';
    if (endsOn < today) life.order.end = { at: at(endsOn), outcome };
    const returnsOn = endsOn + random.integer(5, 20);
    if (outcome === 'completed' && returnsOn < today && random.chance(0.06)) life.order.returnedAt = at(returnsOn);
    return life;
  }
}
