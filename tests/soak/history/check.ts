import type { PetBody } from '../../support/http/body.ts';
import { groupChanges } from './changes.ts';
import { checkAnimals } from './check-animals.ts';
import { checkEvents, checkFollower } from './check-events.ts';
import { checkOrders } from './check-orders.ts';
import { checkReservations } from './check-reservations.ts';
import { checkThings } from './check-things.ts';
import type { History } from './history.ts';
import type { Violation } from './rules.ts';
import type { Counts, State } from './state.ts';

/**
 * Compares what clients have observed with what is stored in the end. The database must have been empty before, and
 * without any other writer.
 */
export function check(history: History, state: State): Violation[] {
  const violations: Violation[] = [];
  const report = (rule: Violation['rule'], detail: string) => void violations.push({ rule, detail });
  const changes = groupChanges(history.attempts);
  for (const { client, change, outcome } of history.attempts) {
    if (outcome.kind !== 'unexpected') continue;
    report('answers', `${client}: ${change.kind} returned ${outcome.status} ${outcome.text}`);
  }
  checkAnimals(changes, history, state, report);
  checkOrders(changes, state, report);
  checkReservations(state, report);
  checkThings(changes, history.sights, report);
  checkEvents(changes, state, report);
  for (const follower of history.followed) checkFollower(follower, state, report);
  const counted = JSON.stringify(countPets(state.pets));
  const { available, pending, sold } = state.inventory;
  const inventory = JSON.stringify({ available, pending, sold });
  if (inventory !== counted) report('inventory', `the inventory is ${inventory}, the animals are ${counted}`);
  return violations;
}

export function countPets(pets: readonly PetBody[]): Counts {
  const count = (status: string) => pets.filter((pet) => pet.status === status).length;
  return { available: count('available'), pending: count('pending'), sold: count('sold') };
}
