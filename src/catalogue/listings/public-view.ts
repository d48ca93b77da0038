import { invalidParameters } from '../../api/errors.ts';
import { type PetStatus, petStatuses } from '../pets/model.ts';
import { internalFields } from '../profiles/model.ts';
import type { Listing } from './model.ts';

/** What the operator shows to the public. Everything else looks as if it did not exist. */
export interface PublicView {
  /** In the order of `petStatuses`. */
  statuses: readonly PetStatus[];
}

/**
 * The filters for only those animals that the public may see.
 * @throws ServiceError `invalid_parameter` for a status that the public may not see
 */
export function narrowToPublic<Filters extends { status?: PetStatus | undefined }>(
  filters: Filters,
  { statuses }: PublicView,
): Filters & { statuses?: readonly PetStatus[] } {
  const { status } = filters;
  const [only] = statuses;
  if (status !== undefined) {
    if (statuses.includes(status)) return filters;
    throw invalidParameters([{ pointer: '?status', detail: `must be ${statuses.join(' or ')} for a public API key` }]);
  }
  if (statuses.length === petStatuses.length) return filters;
  return statuses.length === 1 ? { ...filters, status: only } : { ...filters, statuses };
}

export function toPublicListing(listing: Listing): Listing {
  const profile = { ...listing.profile };
  for (const field of internalFields) delete profile[field];
  return { ...listing, profile };
}
