import type { Breakage } from './broken-server.ts';
import { animals, asText, casesNamed, double, drafts, errors, isCreate, isGet, isList, success } from './mangle.ts';
import { error, reply } from './small-petstore.ts';

/** Each breaks one rule about createPet, getPet or errors. */
export const animalBreakages: readonly Breakage[] = [
  {
    what: 'createPet responds with 200',
    response: success(isCreate, () => ({ status: 200 })),
    fails: ['createPet: responds with 201'],
  },
  {
    what: 'createPet responds with text/plain',
    response: success(isCreate, () => asText),
    fails: ['createPet: the response is application/json'],
  },
  {
    what: 'createPet returns the id as a string',
    response: animals(isCreate, (pet) => ({ ...pet, id: String(pet['id']) })),
    fails: ['createPet: an id is an int64 given as a JSON number'],
  },
  {
    what: 'createPet returns a fraction as the id',
    response: success(isCreate, ({ body }) => ({ body: body.replace(/"id":(\d+)/, '"id":$1.0') })),
    fails: ['createPet: an id is an int64 given as a JSON number'],
  },
  {
    what: 'createPet returns another member',
    response: animals(isCreate, (pet) => ({ ...pet, createdAt: 'now' })),
    fails: ['createPet: an animal has no other members than id, name, categoryId and status'],
  },
  {
    what: 'createPet leaves out the category',
    response: animals(isCreate, ({ categoryId: _, ...pet }) => pet),
    fails: [
      'createPet: a categoryId is an int64 given as a JSON number',
      'createPet: returns the categoryId that was sent',
      'createPet: categoryId the largest int64 is exact to the last digit',
      'createPet: categoryId the smallest int64 is exact to the last digit',
      'createPet: categoryId 2^53 + 1, which a double cannot hold is exact to the last digit',
      'createPet: categoryId 0 is exact to the last digit',
    ],
  },
  {
    what: 'names are stored in NFC',
    request: drafts((draft) => ({
      ...draft,
      name: typeof draft['name'] === 'string' ? draft['name'].normalize() : draft['name'],
    })),
    fails: [
      'createPet: a name keeps combining characters, without normalization',
      'getPet: returns a name in other scripts as it was added',
    ],
  },
  {
    what: 'names lose what is beyond U+FFFF',
    request: drafts((draft) => ({
      ...draft,
      name: typeof draft['name'] === 'string' ? draft['name'].replace(/[\u{10000}-\u{10ffff}]/gu, '?') : draft['name'],
    })),
    fails: [
      'createPet: a name keeps characters beyond U+FFFF',
      'createPet: escapes in JSON mean the characters that they stand for',
      'getPet: returns a name in other scripts as it was added',
    ],
  },
  {
    what: 'names are escaped for HTML',
    request: drafts((draft) => ({
      ...draft,
      name: typeof draft['name'] === 'string' ? draft['name'].replaceAll('<', '&lt;') : draft['name'],
    })),
    fails: ['createPet: a name keeps markup'],
  },
  {
    what: 'categories are doubles',
    request: drafts((draft) => ({ ...draft, categoryId: double(draft['categoryId']) })),
    fails: [
      'listPets: an animal has the name and the category that it was added with',
      'createPet: categoryId the largest int64 is exact to the last digit',
      'createPet: categoryId 2^53 + 1, which a double cannot hold is exact to the last digit',
      'createPet: a body whose categoryId is 2^63 gets 400',
      'createPet: a body whose categoryId is -2^63 - 1 gets 400',
      'getPet: returns an animal as it was added, available',
      'getPet: returns an animal as it was added, pending',
      'getPet: returns an animal as it was added, sold',
      'getPet: a categoryId of 9223372036854775807 is exact to the last digit',
      'getPet: a categoryId of -9007199254740993 is exact to the last digit',
    ],
  },
  {
    what: 'a missing name is replaced',
    request: drafts((draft) => ({ name: 'nameless', ...draft })),
    fails: ['createPet: a body without a name gets 400'],
  },
  {
    what: 'a missing category is replaced',
    request: drafts((draft) => ({ categoryId: 0n, ...draft })),
    fails: ['createPet: a body without a categoryId gets 400'],
  },
  {
    what: 'categories may be strings',
    request: drafts((draft) => ({ ...draft, categoryId: draft['categoryId'] === '1' ? 1n : draft['categoryId'] })),
    fails: ['createPet: a body whose categoryId is a string gets 400'],
  },
  {
    what: 'categories wrap around at 2^63',
    request: drafts((draft) => ({
      ...draft,
      categoryId:
        typeof draft['categoryId'] === 'bigint' ? BigInt.asIntN(64, draft['categoryId']) : draft['categoryId'],
    })),
    fails: [
      'createPet: a body whose categoryId is 2^63 gets 400',
      'createPet: a body whose categoryId is -2^63 - 1 gets 400',
    ],
  },
  {
    what: 'an unknown status becomes available',
    request: drafts((draft) => ({ ...draft, ...(draft['status'] === 'adopted' && { status: 'available' }) })),
    fails: ['createPet: a body whose status is unknown gets 400'],
  },
  {
    what: 'statuses may be in upper case',
    request: drafts((draft) => ({ ...draft, ...(draft['status'] === 'SOLD' && { status: 'sold' }) })),
    fails: ['createPet: a body whose status is in upper case gets 400'],
  },
  {
    what: 'every animal is available',
    request: drafts((draft) => ({ ...draft, ...(draft['status'] === 'pending' && { status: 'available' }) })),
    fails: [
      'listPets: status=pending returns an animal that was added as pending',
      'createPet: an animal can be added as pending',
      'getPet: returns an animal as it was added, pending',
    ],
  },
  {
    what: 'an invalid body is 422',
    response: (answer) => (answer.status === 400 ? { status: 422 } : undefined),
    fails: [
      ...casesNamed(/^createPet: a body .* gets 400$/),
      'createPet with an invalid body: the status in the error equals the HTTP status',
    ],
  },
  {
    what: 'an empty body fails',
    response: (_, call) =>
      isCreate(call) && call.body === '' ? error(500, 'crashed', 'There is no body.') : undefined,
    fails: ['createPet: a body that is empty gets 400'],
  },
  {
    what: 'getPet responds with 203',
    response: success(isGet, () => ({ status: 203 })),
    fails: ['getPet: responds with 200 until 5 December 2030'],
  },
  {
    what: 'getPet responds with text/plain',
    response: success(isGet, () => asText),
    fails: ['getPet: the response is application/json'],
  },
  {
    what: 'getPet is gone already',
    response: success(isGet, () => error(410, 'gone', 'Use the list.')),
    fails: casesNamed(/^getPet: (?:responds with 200|an id is|a name is|a categoryId|a status|an animal has|returns)/),
  },
  {
    what: 'getPet returns no status',
    response: animals(isGet, ({ status: _, ...pet }) => pet),
    fails: [
      'getPet: returns an animal as it was added, available',
      'getPet: returns an animal as it was added, pending',
      'getPet: returns an animal as it was added, sold',
    ],
  },
  {
    what: 'getPet has categories as doubles',
    response: animals(isGet, (pet) => ({ ...pet, categoryId: double(pet['categoryId']) })),
    fails: [
      'getPet: returns an animal as it was added, available',
      'getPet: returns an animal as it was added, pending',
      'getPet: returns an animal as it was added, sold',
      'getPet: a categoryId of 9223372036854775807 is exact to the last digit',
      'getPet: a categoryId of -9007199254740993 is exact to the last digit',
    ],
  },
  {
    what: 'getPet responds with 200 and null to an unknown id',
    response: (answer, call) => (isGet(call) && answer.status === 404 ? reply(200, null) : undefined),
    fails: [
      'getPet: the largest int64, which no animal has as its id, gets 404',
      'getPet: an id that is no int64 is not a failure of the server',
    ],
  },
  {
    what: 'getPet fails for an id that is no number',
    response: (_, call) => (call.path === '/pets/abc' ? error(500, 'crashed', 'NaN') : undefined),
    fails: ['getPet: an id that is no int64 is not a failure of the server'],
  },
  {
    what: 'an error has another status than the response',
    response: errors(404, (body) => ({ ...body, status: 400n })),
    fails: ['getPet of an unknown animal: the status in the error equals the HTTP status'],
  },
  {
    what: 'an error has its status as a string',
    response: errors(401, (body) => ({ ...body, status: '401' }), isList),
    fails: ['listPets without a key: the status in the error equals the HTTP status'],
  },
  {
    what: 'an error has no code',
    response: errors(400, ({ code: _, ...body }) => body),
    fails: ['createPet with an invalid body: the error has a code, a string'],
  },
  {
    what: 'an error has a number as code',
    response: errors(404, (body) => ({ ...body, code: 7n })),
    fails: ['getPet of an unknown animal: the error has a code, a string'],
  },
  {
    what: 'an error has no message',
    response: errors(401, ({ message: _, ...body }) => body, isGet),
    fails: ['getPet without a key: the error has a message, a string'],
  },
  {
    what: 'an error has another member',
    response: errors(400, (body) => ({ ...body, details: [] })),
    fails: ['createPet with an invalid body: the error has no other members'],
  },
  {
    what: 'an error is text/html',
    response: (answer, call) =>
      answer.status === 401 && isCreate(call) ? { headers: { 'Content-Type': 'text/html' } } : undefined,
    fails: ['createPet without a key: the error is application/json'],
  },
];
