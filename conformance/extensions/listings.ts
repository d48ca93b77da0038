import type { Group } from '../case.ts';
import { resourceOf, type TestContext } from '../context.ts';
import { expectEqual, expectError, expectMembers, expectOnlyMembers, expectStatus } from '../expect.ts';
import { absentAt } from './absence.ts';

const required = ['id', 'name', 'category', 'status', 'profile', 'photos'];
const times = ['createdAt', 'updatedAt', 'statusSince'];

const tag = (t: TestContext) => `${t.state.prefix}-tag`;

/** One animal with a profile. */
function listed(t: TestContext) {
  return t.once('a listing', async () => {
    const profile = {
      species: 'Cat',
      breed: 'Siamese',
      sex: 'female',
      size: 'small',
      tags: [tag(t)],
      goodWith: { cats: true },
    };
    return resourceOf(
      t.note('animals', await t.post('/listings', t.draft({ name: t.name('Luna'), profile }))),
      'a listing',
    );
  });
}

const filters = ['species=Cat', 'sex=female', 'size=small', 'goodWith=cats', 'status=available'];
const others = ['species=Dog', 'sex=male', 'size=large', 'goodWith=dogs', 'status=sold'];

export const listings: Group = {
  name: 'listings',
  title: 'Listings',
  kind: 'extension',
  creates: { animals: 3 },
  absence: absentAt('/listings'),
  cases: [
    {
      name: 'createListing: adds an animal and its profile in one step',
      rule: 'POST /listings: 201 with category, profile, photos and times.',
      run: async (t) => {
        const answer = t.note('animals', await t.post('/listings', t.draft({ profile: { breed: 'Beagle' } })));
        expectStatus(answer, 201);
        expectOnlyMembers(answer.object, required, times);
        expectMembers(answer.object, { name: t.name('animal'), profile: { breed: 'Beagle' }, photos: [] });
        expectMembers(answer.object, { category: { id: t.state.categoryId }, status: 'available' });
      },
    },
    {
      name: 'createListing: an invalid profile adds no animal',
      rule: 'Both are durably stored, or neither is.',
      run: async (t) => {
        const categoryId = t.state.categoryId + 19n;
        const answer = t.note(
          'animals',
          await t.post('/listings', t.draft({ categoryId, profile: { sex: 'other-than-these' } })),
        );
        expectError(answer, 400, 'validation_failed');
        expectEqual('animals', (await t.get(`/pets?categoryId=${categoryId}`)).array, []);
      },
    },
    {
      name: 'getListing: returns a listing as it was added',
      rule: 'GET /listings/{petId} returns an animal with category, profile, photos and times.',
      run: async (t) => {
        const listing = await listed(t);
        expectEqual('the listing', (await t.get(`/listings/${listing.id}`)).object, listing);
      },
    },
    {
      name: 'listListings: filters return an animal that has what they ask for',
      rule: 'All filters must match.',
      run: async (t) => {
        const listing = await listed(t);
        for (const filter of filters) {
          expectEqual('the list', (await t.get(`/listings?tag=${tag(t)}&${filter}`)).array, [listing]);
        }
      },
    },
    {
      name: 'listListings: filters leave out an animal that has something else',
      rule: 'All filters must match.',
      run: async (t) => {
        await listed(t);
        for (const filter of others)
          expectEqual('the list', (await t.get(`/listings?tag=${tag(t)}&${filter}`)).array, []);
      },
    },
    {
      name: 'listListings: q finds words of the profile',
      rule: 'q searches name, breed, tags and description.',
      run: async (t) => {
        const listing = await listed(t);
        expectEqual('the list', (await t.get(`/listings?tag=${tag(t)}&q=siam`)).array, [listing]);
      },
    },
    {
      name: 'getListing: an unknown animal gets 404',
      rule: 'There is no animal with this id: 404 pet_not_found.',
      run: async (t) => expectError(await t.get('/listings/9223372036854775807'), 404, 'pet_not_found'),
    },
  ],
};
