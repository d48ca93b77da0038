import { type PetStatus, petStatuses } from '../../client/index.ts';
import { texts } from '../texts/texts.ts';

/** The statuses for a field in which one is chosen. */
export function statusChoices() {
  return petStatuses.map((value) => ({
    value,
    label: value === 'pending' ? texts.reservedOrOnHold : texts.petStatuses[value],
  }));
}

/** The one word for an animal. `isReserved` is missing where that is not known. */
export function statusWord(status: PetStatus, isReserved = true): string {
  return status === 'pending' && isReserved ? texts.reserved : texts.petStatuses[status];
}
