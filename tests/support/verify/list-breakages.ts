import { parseJson, stringifyJson } from '../../../client/transport/json.ts';
import type { Breakage } from './broken-server.ts';
import {
  acceptAnyone,
  animals,
  asText,
  casesNamed,
  isCreate,
  isGet,
  isList,
  type Json,
  parameter,
  success,
  withQuery,
} from './mangle.ts';
import { type Call, error, reply } from './small-petstore.ts';

/** Each breaks one rule about authentication or listPets. The key is that of the server. */
export const listBreakages = (key: string): readonly Breakage[] => [
  {
    what: 'listPets needs no key',
    request: (call) => (call.headers.has('Authorization') ? undefined : acceptAnyone(key, isList)(call)),
    fails: [
      'listPets: a request without a key gets 401',
      'listPets: the key in another header than Authorization gets 401',
    ],
  },
  {
    what: 'createPet accepts any key',
    request: acceptAnyone(key, isCreate),
    fails: [
      'createPet: a request without a key gets 401',
      'createPet: an unknown key gets 401',
      'createPet: an empty key gets 401',
    ],
  },
  {
    what: 'getPet accepts any key',
    request: acceptAnyone(key, isGet),
    fails: [
      'getPet: a request without a key gets 401',
      'getPet: an unknown key gets 401',
      'getPet: an empty key gets 401',
    ],
  },
  {
    what: 'the scheme of the credential is not looked at',
    request: ({ headers }) =>
      headers.get('Authorization')?.startsWith('Basic ') ? acceptAnyone(key, () => true)({} as Call) : undefined,
    fails: ['listPets: the key under another scheme than Bearer gets 401'],
  },
  {
    what: 'a key in X-API-Key is accepted',
    request: (call) => (call.headers.has('X-API-Key') ? acceptAnyone(key, () => true)(call) : undefined),
    fails: ['listPets: the key in another header than Authorization gets 401'],
  },
  {
    what: 'only the beginning of a key is compared',
    request: (call) =>
      call.headers.get('Authorization')?.startsWith(`Bearer ${key}`) ? acceptAnyone(key, () => true)(call) : undefined,
    fails: ['listPets: the key with one character more gets 401'],
  },
  {
    what: 'a missing key is 403',
    response: (answer) => (answer.status === 401 ? { status: 403 } : undefined),
    fails: [...casesNamed(/^\w+Pets?: .* gets 401$/), ...casesNamed(/ without a key: the status in the error/)],
  },
  {
    what: 'listPets responds with 206',
    response: success(isList, () => ({ status: 206 })),
    fails: ['listPets: the key as bearer token is accepted', 'listPets: responds with 200'],
  },
  {
    what: 'listPets responds with text/plain',
    response: success(isList, () => asText),
    fails: ['listPets: the response is application/json'],
  },
  {
    what: 'listPets wraps the array in an object',
    response: success(isList, ({ body }) => ({ body: `{"pets":${body}}` })),
    fails: ['listPets: the body is an array of objects'],
  },
  {
    what: 'listPets has ids as strings',
    response: animals(isList, (pet) => ({ ...pet, id: String(pet['id']) })),
    fails: ['listPets: an id is an int64 given as a JSON number'],
  },
  {
    what: 'listPets has no names',
    response: animals(isList, ({ name: _, ...pet }) => pet),
    fails: ['listPets: a name is a string', 'listPets: an animal has the name and the category that it was added with'],
  },
  {
    what: 'listPets has categories as strings',
    response: animals(isList, (pet) => ({ ...pet, categoryId: String(pet['categoryId']) })),
    fails: [
      'listPets: a categoryId is an int64 given as a JSON number',
      'listPets: an animal has the name and the category that it was added with',
    ],
  },
  {
    what: 'listPets has statuses in upper case',
    response: animals(isList, (pet) => ({ ...pet, status: String(pet['status']).toUpperCase() })),
    fails: [
      'listPets: a status is available, pending or sold',
      'listPets: status=available returns only animals that are available',
      'listPets: status=pending returns only animals that are pending',
      'listPets: status=sold returns only animals that are sold',
      'listPets: limit and status work together',
    ],
  },
  {
    what: 'listPets has another member',
    response: animals(isList, (pet) => ({ ...pet, tags: [] })),
    fails: ['listPets: an animal has no other members than id, name, categoryId and status'],
  },
  {
    what: 'listPets repeats the first animal',
    response: success(
      (call) => isList(call) && parameter(call, 'status') === null,
      ({ body }) => {
        const pets = parseJson(body) as Json[];
        return { body: stringifyJson(pets.map((pet, index) => (index === 1 ? pets[0] : pet))) };
      },
    ),
    fails: ['listPets: no animal is twice on a page'],
  },
  {
    what: 'limit is 10 by default',
    request: (call) =>
      isList(call) && parameter(call, 'limit') === null
        ? withQuery(call, (query) => query.set('limit', '10'))
        : undefined,
    fails: ['listPets: without limit a page has 20 animals'],
  },
  {
    what: 'limit is ignored',
    needsMany: true,
    request: (call) => (isList(call) ? withQuery(call, (query) => query.delete('limit')) : undefined),
    fails: [...casesNamed(/^listPets: limit=\d+ returns/), 'listPets: limit and status work together'],
  },
  {
    what: 'a page has one animal more than limit',
    request: (call) => {
      const limit = Number(parameter(call, 'limit'));
      return isList(call) && limit > 0 && limit < 100
        ? withQuery(call, (query) => query.set('limit', String(limit + 1)))
        : undefined;
    },
    fails: [
      'listPets: limit=1 returns 1 animal',
      'listPets: limit=2 returns 2 animals',
      'listPets: limit=19 returns 19 animals',
      'listPets: limit and status work together',
    ],
  },
  {
    what: 'limit is 99 at most',
    needsMany: true,
    request: (call) =>
      Number(parameter(call, 'limit')) === 100 ? withQuery(call, (query) => query.set('limit', '99')) : undefined,
    fails: ['listPets: limit=100 returns 100 animals'],
  },
  {
    what: 'limit has no maximum',
    needsMany: true,
    response: (_, call) =>
      isList(call) && parameter(call, 'limit') === '101'
        ? reply(
            200,
            Array.from({ length: 101 }, (_, index) => ({ id: BigInt(index + 1), name: 'x', categoryId: 1n })),
          )
        : undefined,
    fails: ['listPets: limit=101 does not return more than 100 animals'],
  },
  {
    what: 'limit=0 fails',
    response: (_, call) =>
      isList(call) && parameter(call, 'limit') === '0' ? error(500, 'crashed', 'Division by zero.') : undefined,
    fails: ['listPets: limit=0 is not a failure of the server'],
  },
  {
    what: 'status is ignored',
    request: (call) =>
      isList(call) && parameter(call, 'status') !== 'adopted'
        ? withQuery(call, (query) => query.delete('status'))
        : undefined,
    fails: [
      'listPets: status=available returns only animals that are available',
      'listPets: status=pending returns only animals that are pending',
      'listPets: status=sold returns only animals that are sold',
    ],
  },
  {
    what: 'status=sold returns nothing',
    response: success(
      (call) => isList(call) && parameter(call, 'status') === 'sold',
      () => ({ body: '[]' }),
    ),
    fails: ['listPets: status=sold returns an animal that was added as sold'],
  },
  {
    what: 'an unknown status is ignored',
    request: (call) =>
      parameter(call, 'status') === 'adopted' ? withQuery(call, (query) => query.delete('status')) : undefined,
    fails: ['listPets: an unknown status returns no animals'],
  },
];
