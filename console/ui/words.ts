import { petStatuses } from '../../client/index.ts';
import type { Animal } from '../lib/animals.ts';
import { texts } from '../texts/texts.ts';

/** The statuses for a field in which one is chosen. */
export function statusChoices() {
  return petStatuses.map((value) => ({
    value,
    label: value === 'pending' ? texts.reservedOrOnHold : texts.petStatuses[value],
  }));
}

/** Where an animal can be, for a field in which that is chosen. */
export function placeChoices() {
  return Object.entries(texts.whereabouts).map(([value, label]) => ({ value, label }));
}

/** The one word for an animal. `isReserved` is missing where that is not known. */
export function statusWord({ status, profile }: Pick<Animal, 'status' | 'profile'>, isReserved = true): string {
  if (status === 'sold') return texts.outcomes[profile.outcomeType ?? 'adoption'];
  return status === 'pending' && isReserved ? texts.reserved : texts.petStatuses[status];
}
