import { type FieldError, invalidParameters } from '../../api/errors.ts';
import { type PetStatus, petStatuses } from '../pets/model.ts';
import { internalFields } from '../profiles/model.ts';
import type { Listing } from './model.ts';

/** What the operator shows to the public. Everything else looks as if it did not exist. */
export interface PublicView {
  /** In the order of `petStatuses`. */
  statuses: readonly PetStatus[];
}

/** The statuses that a list is limited to: one, several of them, or all. */
export interface StatusFilter {
  status?: PetStatus | undefined;
  /** Each of them once. */
  statuses?: readonly PetStatus[] | undefined;
}

/**
 * The filters of a request for only those animals that its client may see: with a view, those of the public.
 * @throws ServiceError `invalid_parameter` for a status or a field that the public may not see
 */
export function narrowToVisible<Filters extends { status?: readonly PetStatus[] | undefined }>(
  { status: wanted, ...filters }: Filters,
  view?: PublicView,
): Omit<Filters, 'status'> & StatusFilter {
  const { statuses: visible } = view ?? { statuses: petStatuses };
  const errors: FieldError[] = [];
  if (wanted?.some((status) => !visible.includes(status))) {
    errors.push({ pointer: '?status', detail: `must be ${visible.join(' or ')} for a public API key` });
  }
  // Otherwise the list would tell what nobody may see.
  const hidden = view === undefined ? [] : internalFields.filter((name) => name in filters);
  errors.push(...hidden.map((name) => ({ pointer: `?${name}`, detail: 'is not for public API keys' })));
  if (errors.length > 0) throw invalidParameters(errors);
  const statuses = visible.filter((status) => wanted?.includes(status) ?? true);
  if (statuses.length === petStatuses.length) return filters;
  return statuses.length === 1 ? { ...filters, status: statuses[0] } : { ...filters, statuses };
}

export function toPublicListing(listing: Listing): Listing {
  const profile = { ...listing.profile };
  for (const field of internalFields) delete profile[field];
  return { ...listing, profile };
}
