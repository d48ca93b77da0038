import { type PetStatus, petStatuses } from '../../../contract/pet.ts';
import type { PublicView } from '../../api/call.ts';
import { type FieldError, fieldError } from '../../errors/faults.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import { internalFields, type Profile } from '../../record/shapes/profile-model.ts';
import type { Listing } from './model.ts';

/** Filters that only staff may use: they tell what a public listing does not. */
const internalFilters: readonly string[] = [...internalFields, 'onHold', 'missing', 'byKind'];

/** Whether the public may see an animal with this profile. */
export function isShown({ holdUntil, outcomeType }: Profile, { today }: PublicView): boolean {
  return (holdUntil === undefined || holdUntil < today) && (outcomeType ?? 'adoption') === 'adoption';
}

/** The statuses that a list is limited to: one, several of them, or all. */
export interface StatusFilter {
  status?: PetStatus | undefined;
  /** Each of them once. */
  statuses?: readonly PetStatus[] | undefined;
  /** As in the filters of lists. */
  publicOn?: bigint;
}

/**
 * The filters of a request for only those animals that its client may see: with a view, those of the public.
 * @throws ServiceError `invalid_parameter` for a status that the public may not see, and for what only staff may ask
 */
export function narrowToVisible<Filters extends { status?: readonly PetStatus[] | undefined }>(
  { status: wanted, ...filters }: Filters,
  view?: PublicView,
): Omit<Filters, 'status'> & StatusFilter {
  const { statuses: visible } = view ?? { statuses: petStatuses };
  const errors: FieldError[] = [];
  if (wanted?.some((status) => !visible.includes(status))) {
    errors.push(fieldError('?status', 'status_of_public_key', visible.join(' or ')));
  }
  const asked = view === undefined ? [] : internalFilters.filter((name) => name in filters);
  errors.push(...asked.map((name) => fieldError(`?${name}`, 'not_of_public_key')));
  if (errors.length > 0) throw invalidParameters(errors);
  const shown = view === undefined ? filters : { ...filters, publicOn: view.today };
  const statuses = visible.filter((status) => wanted?.includes(status) ?? true);
  if (statuses.length === petStatuses.length) return shown;
  return statuses.length === 1 ? { ...shown, status: statuses[0] } : { ...shown, statuses };
}

export function toPublicListing(listing: Listing): Listing {
  const profile = { ...listing.profile };
  for (const field of internalFields) delete profile[field];
  return { ...listing, profile };
}
