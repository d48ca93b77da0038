import type { PetStatus } from '../../client/index.ts';

/** What an animal can become, as the server has it. */
export const transitions: Record<PetStatus, readonly PetStatus[]> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};
