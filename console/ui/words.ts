import { type OrderStatus, type PetStatus, petStatuses } from '../../client/index.ts';

/** What people call the statuses of the interface. */
export const petWords: Record<PetStatus, string> = {
  available: 'available',
  pending: 'reserved or on hold',
  sold: 'adopted',
};

export const orderWords: Record<OrderStatus, string> = {
  placed: 'reserved',
  completed: 'adopted',
  cancelled: 'cancelled',
};

/** The statuses for a field in which one is chosen. */
export const statusChoices = petStatuses.map((value) => ({ value, label: petWords[value] }));
