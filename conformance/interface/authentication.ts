import { type Case, casesUnder, type Group } from '../case.ts';
import type { HeaderFields, TestContext } from '../context.ts';
import { expectStatus } from '../expect.ts';
import { pathOfPet } from './removal.ts';

interface Call {
  readonly operation: string;
  readonly method: string;
  readonly path: (t: TestContext) => Promise<string>;
  readonly hasBody?: true;
}

export const listPets: Call = { operation: 'listPets', method: 'GET', path: async () => '/pets' };
export const createPet: Call = { operation: 'createPet', method: 'POST', path: async () => '/pets', hasBody: true };
export const getPet: Call = { operation: 'getPet', method: 'GET', path: pathOfPet };
/** The three operations of the interface. */
const calls: readonly Call[] = [listPets, createPet, getPet];

/** Sends a request that is right but for its credentials. */
export async function sendAs(t: TestContext, call: Call, authorization: readonly string[], others: HeaderFields = {}) {
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
  return casesUnder(required, {
    [`${operation}: a request without a key gets 401`]: async (t) => expectStatus(await sendAs(t, call, []), 401),
    [`${operation}: an unknown key gets 401`]: async (t) =>
      expectStatus(await sendAs(t, call, ['Bearer verify-this-key-does-not-exist']), 401),
    [`${operation}: an empty key gets 401`]: async (t) => expectStatus(await sendAs(t, call, ['Bearer ']), 401),
  });
}

export const authentication: Group = {
  name: 'authentication',
  title: 'Authentication',
  kind: 'interface',
  creates: 4,
  cases: [
    ...casesUnder('The client passes its API key as the bearer token in the Authorization header.', {
      'listPets: the key as bearer token is accepted': async (t) => expectStatus(await t.get('/pets'), 200),
    }),
    ...calls.flatMap(casesOf),
    ...casesUnder(required, {
      'listPets: the key with one character more gets 401': async (t) =>
        expectStatus(await sendAs(t, listPets, [`Bearer ${t.state.mainKey}x`]), 401),
    }),
    ...casesUnder('Scheme: HTTP bearer. The client passes its API key as the bearer token.', {
      'listPets: the key under another scheme than Bearer gets 401': async (t) => {
        const basic = Buffer.from(`${t.state.mainKey}:`).toString('base64');
        expectStatus(await sendAs(t, listPets, [`Basic ${basic}`]), 401);
      },
    }),
    ...casesUnder('The client passes its API key as the bearer token in the Authorization header.', {
      'listPets: the key in another header than Authorization gets 401': async (t) =>
        expectStatus(await sendAs(t, listPets, [], { 'X-API-Key': t.state.mainKey }), 401),
    }),
  ],
};
