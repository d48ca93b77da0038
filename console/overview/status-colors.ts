import type { PetStatus } from '../../client/index.ts';

/** They stand out from white and from black, and differ for who does not see red and green apart. */
export const statusColors: Record<PetStatus, string> = { available: 'brand.5', pending: 'orange.7', sold: 'gray.6' };
