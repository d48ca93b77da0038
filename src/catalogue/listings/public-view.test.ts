import { expect, test } from 'bun:test';
import type { Listing } from './model.ts';
import { narrowToPublic, type PublicView, toPublicListing } from './public-view.ts';
import type { ListingFilters } from './scan-sql.ts';

test('filters leave only statuses that the public may see', () => {
  const today = 20_000n;
  const usual = { statuses: ['available', 'pending'], today } as const;
  const narrow = (filters: ListingFilters, view: PublicView): ListingFilters => narrowToPublic(filters, view);
  expect(narrow({ species: 'Cat' }, usual)).toEqual({
    species: 'Cat',
    statuses: ['available', 'pending'],
    publicOn: today,
  });
  expect(narrow({ status: 'pending' }, usual)).toEqual({ status: 'pending', publicOn: today });
  expect(narrow({}, { statuses: ['available'], today })).toEqual({ status: 'available', publicOn: today });
  expect(narrow({}, { statuses: ['available', 'pending', 'sold'], today })).toEqual({ publicOn: today });
  expect(() => narrowToPublic({ status: 'sold' }, usual)).toThrow(
    'Invalid query. status must be available or pending for a public API key.',
  );
});

test('a public listing has neither reference nor attributes, and the original keeps them', () => {
  const profile = { species: 'Cat', location: 'Aachen', reference: 'A1', attributes: { chip: '276' } };
  const listing: Listing = { id: 1n, name: 'Frank', category: { id: 3n }, status: 'available', profile, photos: [] };
  expect(toPublicListing(listing)).toEqual({ ...listing, profile: { species: 'Cat', location: 'Aachen' } });
  expect(listing.profile).toEqual(profile);
});
