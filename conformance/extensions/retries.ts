import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectError, expectHeader, expectNoHeader, expectStatus } from '../expect.ts';

const once = 'A POST with an Idempotency-Key takes effect once; a retry within 24 hours returns the first response.';
const keyRule = 'A malformed or too long Idempotency-Key is 400 invalid_idempotency_key.';

const newKey = (t: TestContext) => `"${t.state.prefix}-${crypto.randomUUID()}"`;
const withKey = (key: string) => ({ 'Idempotency-Key': key });

const badKeys: readonly [what: string, key: string][] = [
  ['an empty', ''],
  ['an unclosed', '"unclosed'],
  ['a list as', '"a", "b"'],
  ['a key of 256 characters as', `"${'x'.repeat(256)}"`],
];

export const retries: Group = {
  name: 'retries',
  title: 'Retries with an Idempotency-Key',
  kind: 'extension',
  creates: { animals: 12 },
  absence: async (t) => {
    const answer = await t.createPet('{}', withKey('"unclosed'));
    const isChecked = answer.status === 400 && answer.object['code'] === 'invalid_idempotency_key';
    return isChecked ? undefined : 'a malformed Idempotency-Key is not rejected';
  },
  cases: [
    {
      name: 'retries: a repeated request returns the first response, byte for byte',
      rule: once,
      run: async (t) => {
        const key = newKey(t);
        const [first, again] = [await t.createPet({}, withKey(key)), await t.createPet({}, withKey(key))];
        expectStatus(first, 201);
        expectStatus(again, 201);
        expectEqual('the body', again.text, first.text);
      },
    },
    {
      name: 'retries: a repeated response says so, and the first does not',
      rule: 'A replayed response has Idempotency-Replayed: true.',
      run: async (t) => {
        const key = newKey(t);
        expectNoHeader(await t.createPet({}, withKey(key)), 'Idempotency-Replayed');
        expectHeader(await t.createPet({}, withKey(key)), 'Idempotency-Replayed', 'true');
      },
    },
    {
      name: 'retries: a repeated request adds one animal',
      rule: once,
      run: async (t) => {
        const categoryId = t.state.categoryId + 11n;
        const key = newKey(t);
        for (let sent = 0; sent < 3; sent++) await t.createPet({ categoryId }, withKey(key));
        expectEqual('number of animals', (await t.get(`/pets?categoryId=${categoryId}`)).array.length, 1);
      },
    },
    {
      name: 'retries: requests with one key at the same time add one animal',
      rule: `${once} While the first is in progress: 409 idempotency_in_progress.`,
      run: async (t) => {
        const categoryId = t.state.categoryId + 13n;
        const key = newKey(t);
        const answers = await Promise.all(Array.from({ length: 4 }, () => t.createPet({ categoryId }, withKey(key))));
        for (const answer of answers) expectStatus(answer, 201, 409);
        expectEqual('number of animals', (await t.get(`/pets?categoryId=${categoryId}`)).array.length, 1);
      },
    },
    {
      name: 'retries: another payload with the same key gets 422',
      rule: 'A key that was used with another payload is 422 idempotency_key_reused.',
      run: async (t) => {
        const key = newKey(t);
        await t.createPet({}, withKey(key));
        expectError(await t.createPet({ status: 'sold' }, withKey(key)), 422, 'idempotency_key_reused');
      },
    },
    {
      name: 'retries: a failed request does not use up its key',
      rule: 'A request that failed is not stored: its key can be used again.',
      run: async (t) => {
        const key = newKey(t);
        expectStatus(await t.createPet({ status: 'adopted' }, withKey(key)), 400);
        expectStatus(await t.createPet({}, withKey(key)), 201);
      },
    },
    {
      name: 'retries: requests without a key are all carried out',
      rule: once,
      run: async (t) => {
        const categoryId = t.state.categoryId + 17n;
        for (let sent = 0; sent < 2; sent++) await t.createPet({ categoryId });
        expectEqual('number of animals', (await t.get(`/pets?categoryId=${categoryId}`)).array.length, 2);
      },
    },
    ...badKeys.map(
      ([what, key]): Case => ({
        name: `retries: ${what} Idempotency-Key gets 400`,
        rule: keyRule,
        run: async (t) => expectError(await t.createPet({}, withKey(key)), 400, 'invalid_idempotency_key'),
      }),
    ),
  ],
};
