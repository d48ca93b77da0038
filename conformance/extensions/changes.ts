import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectError, expectStatus, expectThat } from '../expect.ts';

const patchRule = 'PATCH /pets/{petId} is a merge patch (RFC 7396): omitted fields keep their value.';
const bodyRule = 'A body with unknown or invalid fields is 400 validation_failed.';
const transitionRule =
  'Available to pending or sold, pending to available or sold, sold to available. Anything else is 409 invalid_transition.';
const matchRule =
  'If-Match: the change is made only if the resource has not changed since; otherwise 412 (RFC 9110, section 13.1.1).';
const deleteRule = 'DELETE /pets/{petId} removes an animal permanently: 204.';
const unknown = '/pets/9223372036854775807';

const allowed = [
  ['available', 'pending'],
  ['available', 'sold'],
  ['pending', 'available'],
  ['pending', 'sold'],
  ['sold', 'available'],
] as const;

const invalid: readonly [what: string, body: string][] = [
  ['an unknown member', '{"colour":"red"}'],
  ['name null', '{"name":null}'],
  ['a categoryId that is a string', '{"categoryId":"1"}'],
  ['the id of another animal', '{"id":9223372036854775807}'],
];

/** What the list says of an animal: it stays when getPet is removed. */
const current = async (t: TestContext, id: bigint) => (await t.get(`/pets?id=${id}`)).objects[0];

export const changes: Group = {
  name: 'changes',
  title: 'Change and remove an animal',
  kind: 'extension',
  creates: { animals: 26 },
  absence: async (t) => {
    const { status } = await t.patch(`/pets/${(await t.sharedPet()).id}`, {});
    return status === 200 ? undefined : `PATCH /pets/{petId} responds with ${status}`;
  },
  cases: [
    ...(['name', 'categoryId', 'status'] as const).map(
      (field): Case => ({
        name: `updatePet: changes ${field} and nothing else`,
        rule: patchRule,
        run: async (t) => {
          const value = { name: t.name('Frankie'), categoryId: -5n, status: 'pending' }[field];
          const pet = await t.pet();
          const answer = await t.patch(`/pets/${pet.id}`, { [field]: value });
          expectStatus(answer, 200);
          expectEqual('the animal', answer.object, { ...pet, [field]: value });
          expectEqual('the animal in the list', await current(t, pet.id), { ...pet, [field]: value });
        },
      }),
    ),
    {
      name: 'updatePet: accepts application/merge-patch+json',
      rule: patchRule,
      run: async (t) => {
        const headers = { 'Content-Type': 'application/merge-patch+json' };
        expectStatus(await t.patch(`/pets/${(await t.pet()).id}`, { name: t.name('patched') }, headers), 200);
      },
    },
    {
      name: 'updatePet: an empty patch changes nothing',
      rule: patchRule,
      run: async (t) => {
        const pet = await t.pet();
        expectEqual('the animal', (await t.patch(`/pets/${pet.id}`, {})).object, pet);
      },
    },
    ...invalid.map(
      ([what, body]): Case => ({
        name: `updatePet: ${what} gets 400 and changes nothing`,
        rule: bodyRule,
        run: async (t) => {
          const pet = await t.pet();
          expectError(await t.patch(`/pets/${pet.id}`, body), 400, 'validation_failed');
          expectEqual('the animal', await current(t, pet.id), pet);
        },
      }),
    ),
    {
      name: 'updatePet: an unknown animal gets 404',
      rule: 'There is no animal with this id: 404 pet_not_found.',
      run: async (t) => expectError(await t.patch(unknown, {}), 404, 'pet_not_found'),
    },
    ...allowed.map(
      ([from, to]): Case => ({
        name: `updatePet: an animal that is ${from} can become ${to}`,
        rule: transitionRule,
        run: async (t) => {
          const { id } = await t.pet({ status: from });
          const answer = await t.patch(`/pets/${id}`, { status: to });
          expectStatus(answer, 200);
          expectEqual('status', answer.object['status'], to);
        },
      }),
    ),
    {
      name: 'updatePet: an animal that is sold cannot become pending',
      rule: transitionRule,
      run: async (t) => {
        const pet = await t.pet({ status: 'sold' });
        expectError(await t.patch(`/pets/${pet.id}`, { status: 'pending' }), 409, 'invalid_transition');
        expectEqual('the animal', await current(t, pet.id), pet);
      },
    },
    {
      name: 'updatePet: If-Match with the current ETag makes the change',
      rule: matchRule,
      run: async (t) => {
        const { id } = await t.pet();
        const tag = (await t.get(`/pets?id=${id}`)).header('ETag') ?? '';
        expectStatus(await t.patch(`/pets/${id}`, { name: t.name('matched') }, { 'If-Match': tag }), 200);
      },
    },
    {
      name: 'updatePet: If-Match with an older ETag gets 412 and changes nothing',
      rule: matchRule,
      run: async (t) => {
        const { id } = await t.pet();
        const tag = (await t.get(`/pets?id=${id}`)).header('ETag') ?? '';
        const { object: changed } = await t.patch(`/pets/${id}`, { name: t.name('first') });
        const answer = await t.patch(`/pets/${id}`, { name: t.name('second') }, { 'If-Match': tag });
        expectError(answer, 412, 'precondition_failed');
        expectEqual('the animal', await current(t, id), changed);
      },
    },
    {
      name: 'deletePet: responds with 204 without a body',
      rule: deleteRule,
      run: async (t) => {
        const answer = await t.delete(`/pets/${(await t.pet()).id}`);
        expectStatus(answer, 204);
        expectEqual('bytes of the body', answer.body.length + answer.surplusBytes, 0);
      },
    },
    {
      name: 'deletePet: a removed animal is gone, from the list too',
      rule: deleteRule,
      run: async (t) => {
        const { id } = await t.pet();
        await t.delete(`/pets/${id}`);
        expectEqual('the animal', await current(t, id), undefined);
        expectStatus(await t.get(`/pets/${id}`), 404, 410);
        expectError(await t.delete(`/pets/${id}`), 404, 'pet_not_found');
      },
    },
    {
      name: 'deletePet: the id of a removed animal is not used again',
      rule: 'The identifier of a removed animal is never reused.',
      run: async (t) => {
        const { id } = await t.pet();
        await t.delete(`/pets/${id}`);
        const next = (await t.pet()).id;
        expectThat(next > id, `an id after ${id}`, () => `${next}`);
      },
    },
    {
      name: 'deletePet: If-Match with an older ETag gets 412 and removes nothing',
      rule: matchRule,
      run: async (t) => {
        const pet = await t.pet();
        expectError(await t.delete(`/pets/${pet.id}`, { 'If-Match': '"older"' }), 412, 'precondition_failed');
        expectEqual('the animal', await current(t, pet.id), pet);
      },
    },
    {
      name: 'deletePet: an unknown animal gets 404',
      rule: 'There is no animal with this id: 404 pet_not_found.',
      run: async (t) => expectError(await t.delete(unknown), 404, 'pet_not_found'),
    },
  ],
};
