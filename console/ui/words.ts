import { type OrderStatus, type PetStatus, petStatuses } from '../../client/index.ts';

/** What people call the statuses of the interface. */
export const petWords: Record<PetStatus, string> = {
  available: 'available',
  pending: 'on hold',
  sold: 'adopted',
};

export const orderWords: Record<OrderStatus, string> = {
  placed: 'reserved',
  completed: 'adopted',
  cancelled: 'cancelled',
};

/** The statuses for a field in which one is chosen. An animal that is reserved is on hold. */
export const statusChoices = petStatuses.map((value) => ({
  value,
  label: value === 'pending' ? 'reserved or on hold' : petWords[value],
}));

/** The one word for an animal. `isReserved` is missing where that is not known. */
export function statusWord(status: PetStatus, isReserved = true): string {
  return status === 'pending' && isReserved ? 'reserved' : petWords[status];
}
