import type { Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectError, expectStatus } from '../expect.ts';

const patchRule =
  'PATCH of a profile is a merge patch (RFC 7396): null removes a field, omitted fields keep their value.';
const referenceRule = 'A reference belongs to one animal at most: 409 reference_in_use.';

const path = ({ id }: { id: bigint }) => `/pets/${id}/profile`;
const reference = (t: TestContext, text: string) => `${t.state.prefix}-${text}`;

export const profiles: Group = {
  name: 'profiles',
  title: 'Profiles',
  kind: 'extension',
  creates: { animals: 9 },
  absence: async (t) => {
    const { status } = await t.get(path(await t.sharedPet()));
    return status === 200 ? undefined : `GET /pets/{petId}/profile responds with ${status}`;
  },
  cases: [
    {
      name: 'getProfile: an animal without a profile has an empty one',
      rule: 'An animal without a profile has an empty one.',
      run: async (t) => expectEqual('the profile', (await t.get(path(await t.pet()))).object, {}),
    },
    {
      name: 'updateProfile: sets fields, and null removes them',
      rule: patchRule,
      run: async (t) => {
        const pet = await t.pet();
        await t.patch(path(pet), { breed: 'Beagle', sex: 'male', goodWith: { dogs: true, cats: false } });
        const answer = await t.patch(path(pet), { sex: null, goodWith: { cats: null } });
        expectStatus(answer, 200);
        expectEqual('the profile', answer.object, { breed: 'Beagle', goodWith: { dogs: true } });
      },
    },
    {
      name: 'putProfile: replaces the whole profile',
      rule: 'PUT replaces the profile: fields that the body omits are removed.',
      run: async (t) => {
        const pet = await t.pet();
        await t.patch(path(pet), { breed: 'Beagle' });
        expectStatus(
          await t.write('PUT', path(pet), { species: 'Dog', fee: { amountMinor: 9_000, currency: 'EUR' } }),
          200,
        );
        const profile = { species: 'Dog', fee: { amountMinor: 9_000n, currency: 'EUR' } };
        expectEqual('the profile', (await t.get(path(pet))).object, profile);
      },
    },
    {
      name: 'updateProfile: an unknown field gets 400',
      rule: 'A body with unknown or invalid fields is 400 validation_failed.',
      run: async (t) => expectError(await t.patch(path(await t.pet()), { colour: 'red' }), 400, 'validation_failed'),
    },
    {
      name: 'updateProfile: a reference that another animal has gets 409',
      rule: referenceRule,
      run: async (t) => {
        const [one, other] = [await t.pet(), await t.pet()];
        expectStatus(await t.patch(path(one), { reference: reference(t, 'chip') }), 200);
        expectError(await t.patch(path(other), { reference: reference(t, 'chip') }), 409, 'reference_in_use');
      },
    },
    {
      name: 'listPets: ?reference= returns the animal with this reference',
      rule: 'GET /pets?reference= returns the animal with this reference in its profile.',
      run: async (t) => {
        const pet = await t.pet();
        await t.patch(path(pet), { reference: reference(t, 'found') });
        expectEqual('the list', (await t.get(`/pets?reference=${reference(t, 'found')}`)).array, [pet]);
      },
    },
    {
      name: 'getProfile: an unknown animal gets 404',
      rule: 'There is no animal with this id: 404 pet_not_found.',
      run: async (t) => expectError(await t.get('/pets/9223372036854775807/profile'), 404, 'pet_not_found'),
    },
  ],
};
