import type { Case, Group } from '../case.ts';
import type { HeaderFields, TestContext } from '../context.ts';
import { expectStatus } from '../expect.ts';

interface Call {
  readonly operation: string;
  readonly method: string;
  readonly path: (t: TestContext) => Promise<string>;
  readonly hasBody?: true;
}

/** The three operations of the interface. */
const calls: readonly Call[] = [
  { operation: 'listPets', method: 'GET', path: async () => '/pets' },
  { operation: 'createPet', method: 'POST', path: async () => '/pets', hasBody: true },
  { operation: 'getPet', method: 'GET', path: async (t) => `/pets/${(await t.sharedPet()).id}` },
];

/** Sends a request that is right but for its credentials. */
async function sendAs(t: TestContext, call: Call, authorization: readonly string[], others: HeaderFields = {}) {
  const { method, hasBody } = call;
  const json: HeaderFields = hasBody ? { 'Content-Type': 'application/json' } : {};
  const body = hasBody ? JSON.stringify({ name: t.name('not authorized'), categoryId: 1 }) : undefined;
  const headers = Object.entries({ ...json, ...others });
  const answer = await t.send({ method, path: await call.path(t), headers, body, authorization });
  return hasBody ? t.note(answer) : answer;
}

const required =
  'The bearer credential applies to every operation. When the key is missing or invalid, the service answers 401.';

function casesOf(call: Call): Case[] {
  const { operation } = call;
  return [
    {
      name: `${operation}: a request without a key gets 401`,
      rule: required,
      run: async (t) => expectStatus(await sendAs(t, call, []), 401),
    },
    {
      name: `${operation}: an unknown key gets 401`,
      rule: required,
      run: async (t) => expectStatus(await sendAs(t, call, ['Bearer verify-this-key-does-not-exist']), 401),
    },
    {
      name: `${operation}: an empty key gets 401`,
      rule: required,
      run: async (t) => expectStatus(await sendAs(t, call, ['Bearer ']), 401),
    },
  ];
}

const [listPets] = calls;

export const authentication: Group = {
  name: 'authentication',
  title: 'Authentication',
  kind: 'interface',
  creates: 4,
  cases: [
    {
      name: 'listPets: the key as bearer token is accepted',
      rule: 'The client passes its API key as the bearer token in the Authorization header.',
      run: async (t) => expectStatus(await t.get('/pets'), 200),
    },
    ...calls.flatMap(casesOf),
    {
      name: 'listPets: the key with one character more gets 401',
      rule: required,
      run: async (t) => listPets && expectStatus(await sendAs(t, listPets, [`Bearer ${t.state.mainKey}x`]), 401),
    },
    {
      name: 'listPets: the key under another scheme than Bearer gets 401',
      rule: 'Scheme: HTTP bearer. The client passes its API key as the bearer token.',
      run: async (t) => {
        const basic = Buffer.from(`${t.state.mainKey}:`).toString('base64');
        if (listPets) expectStatus(await sendAs(t, listPets, [`Basic ${basic}`]), 401);
      },
    },
    {
      name: 'listPets: the key in another header than Authorization gets 401',
      rule: 'The client passes its API key as the bearer token in the Authorization header.',
      run: async (t) => listPets && expectStatus(await sendAs(t, listPets, [], { 'X-API-Key': t.state.mainKey }), 401),
    },
  ],
};
