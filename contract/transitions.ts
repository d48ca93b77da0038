import type { PetStatus } from './pet.ts';

/** The statuses that an animal can change to. One that was sold can be returned. */
export const transitions: Record<PetStatus, readonly PetStatus[]> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};
