import { invalidParameters } from '../../api/errors.ts';
import { type PetStatus, petStatuses } from '../pets/model.ts';
import { internalFields, type Profile } from '../profiles/model.ts';
import type { Listing } from './model.ts';

/** What the operator shows to the public. Everything else looks as if it did not exist. */
export interface PublicView {
  /** In the order of `petStatuses`. */
  statuses: readonly PetStatus[];
  /** Without animals that are on hold on this day (UTC, since 1970-01-01), and those that left but were not adopted. */
  today: bigint;
}

/** Filters that only staff may use: they tell what a public listing does not. */
const internalFilters = ['whereabouts', 'intakeType', 'outcomeType', 'onHold'] as const;

/** Whether the public may see an animal with this profile. */
export function isShown({ holdUntil, outcomeType }: Profile, { today }: PublicView): boolean {
  return (holdUntil === undefined || holdUntil < today) && (outcomeType ?? 'adoption') === 'adoption';
}

/**
 * The filters for only those animals that the public may see.
 * @throws ServiceError `invalid_parameter` for a status that the public may not see, and for what only staff may ask
 */
export function narrowToPublic<Filters extends { status?: PetStatus | undefined }>(
  filters: Filters,
  { statuses, today }: PublicView,
): Filters & { statuses?: readonly PetStatus[]; publicOn: bigint } {
  const asked = internalFilters.filter((name) => name in filters);
  if (asked.length > 0) {
    throw invalidParameters(
      asked.map((name) => ({ pointer: `?${name}`, detail: 'must be omitted with a public API key' })),
    );
  }
  const shown = { ...filters, publicOn: today };
  const { status } = filters;
  const [only] = statuses;
  if (status !== undefined) {
    if (statuses.includes(status)) return shown;
    throw invalidParameters([{ pointer: '?status', detail: `must be ${statuses.join(' or ')} for a public API key` }]);
  }
  if (statuses.length === petStatuses.length) return shown;
  return statuses.length === 1 ? { ...shown, status: only } : { ...shown, statuses };
}

export function toPublicListing(listing: Listing): Listing {
  const profile = { ...listing.profile };
  for (const field of internalFields) delete profile[field];
  return { ...listing, profile };
}
