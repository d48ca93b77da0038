import { parseJson, stringifyJson } from '../../../conformance/json.ts';
import { type Call, error, type Reply, reply } from './small-petstore.ts';

/** What a server does to requests before it sees them, and to its responses. */
export interface Breakage {
  readonly request?: (call: Call) => Partial<Call> | undefined;
  readonly response?: (reply: Reply, call: Call) => Partial<Reply> | undefined;
}

type Json = Record<string, unknown>;
type Row = readonly [what: string, breakage: Breakage, fails: RegExp];
type Is = (call: Call) => boolean;

/** A catalogue must have more than 100 animals to show what these break. */
export const needMany = /^limit is ignored|^limit is 99|^limit has no maximum/;

const operations = {
  listPets: ({ method, path }: Call) => method === 'GET' && path === '/pets',
  createPet: ({ method, path }: Call) => method === 'POST' && path === '/pets',
  getPet: ({ method, path }: Call) => method === 'GET' && path.startsWith('/pets/'),
} satisfies Record<string, Is>;
const { listPets, createPet, getPet } = operations;

/** Changes a successful response of one operation. */
const success = (is: Is, change: (reply: Reply) => Partial<Reply>): Breakage => ({
  response: (answer, call) => (is(call) && answer.status < 300 ? change(answer) : undefined),
});
/** Changes the animals of an operation's responses. */
const animals = (is: Is, change: (animal: Json) => Json): Breakage =>
  success(is, ({ body }) => {
    const value = parseJson(body) as Json | Json[];
    return { body: stringifyJson(Array.isArray(value) ? value.map(change) : change(value)) };
  });
const errors = (change: (error: Json) => Json, only = (_: Reply) => true): Breakage => ({
  response: (answer) =>
    answer.status >= 400 && only(answer) ? { body: stringifyJson(change(parseJson(answer.body) as Json)) } : undefined,
});
const asType = (type: string) => ({ headers: { 'Content-Type': type } });

/** Changes new animals before they are added. */
const drafts = (change: (draft: Json) => Json): Breakage => ({
  request(call) {
    if (!createPet(call)) return undefined;
    try {
      const value = parseJson(call.body);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject ? { body: stringifyJson(change(value as Json)) } : undefined;
    } catch {
      return undefined;
    }
  },
});
const names = (change: (name: string) => string) =>
  drafts(({ name, ...draft }) => ({
    ...draft,
    ...(name !== undefined && { name: isText(name) ? change(name) : name }),
  }));
const isText = (value: unknown): value is string => typeof value === 'string';
const categories = (change: (categoryId: bigint) => bigint) => (draft: Json) =>
  typeof draft['categoryId'] === 'bigint' ? { ...draft, categoryId: change(draft['categoryId']) } : draft;
const asDouble = categories((value) => BigInt.asIntN(64, BigInt(Number(value))));

const asks = (call: Call, name: string) => (listPets(call) ? new URLSearchParams(call.query).get(name) : undefined);
/** Changes a parameter of lists. */
const parameter = (name: string, change: (value: string | null | undefined) => string | null): Breakage => ({
  request(call) {
    const query = new URLSearchParams(call.query);
    const value = listPets(call) ? change(query.get(name)) : query.get(name);
    if (value === null) query.delete(name);
    else query.set(name, value);
    return { query: query.toString() };
  },
});

/** Accepts requests that a server must refuse. The key is that of the server. */
const accept = (key: string, is: Is): Breakage => ({
  request: (call) => (is(call) ? { headers: new Headers({ Authorization: `Bearer ${key}` }) } : undefined),
});
const credentials = ({ headers }: Call) => headers.get('Authorization') ?? '';

/** What breaks a rule about animals, and the cases that fail for each operation. */
const ofAnimals: readonly (readonly [what: string, change: (animal: Json) => Json, fails: readonly RegExp[]])[] = [
  [
    'ids as strings',
    (pet) => ({ ...pet, id: String(pet['id']) }),
    [/: an id is/, /: an id is/, /: an id is|: returns an animal/],
  ],
  [
    'no names',
    ({ name: _, ...pet }) => pet,
    [
      /: a name is|: an animal has the name/,
      /: a name (?:is|keeps)|: returns the name|: escapes/,
      /: a name is|: returns an? (?:animal|name)/,
    ],
  ],
  [
    'categories as strings',
    (pet) => ({ ...pet, categoryId: String(pet['categoryId']) }),
    [
      /: a categoryId is|: an animal has the name/,
      /: a categoryId is|: returns the categoryId|: categoryId /,
      /: a categoryId (?:is|of)|: returns an animal/,
    ],
  ],
  [
    'statuses in upper case',
    (pet) => ({ ...pet, status: String(pet['status']).toUpperCase() }),
    [
      /: a status is|: status=\w+ returns only|: limit and status/,
      /: a status is|: an animal can be|: status may be/,
      /: a status is|: returns an animal/,
    ],
  ],
  ['another member', (pet) => ({ ...pet, tags: [] }), Array(3).fill(/: an animal has no other/)],
];

const everyOperation = Object.entries(operations).flatMap(([name, is], index): Row[] => [
  [
    `${name} responds with text/plain`,
    success(is, () => asType('text/plain')),
    new RegExp(`^${name}: the response is`),
  ],
  ...ofAnimals.map(
    ([what, change, fails]): Row => [
      `${name} returns ${what}`,
      animals(is, change),
      new RegExp(`^${name}(?:${fails[index]?.source})`),
    ],
  ),
]);

/** What a server breaks, and which cases of the interface must fail, and no others. */
export const breakages = (key: string): readonly Row[] => [
  ['every key is accepted', accept(key, () => true), /gets 401$/],
  [
    'a wrong key gets 403',
    { response: ({ status }) => (status === 401 ? { status: 403 } : undefined) },
    /gets 401$|without a key: the status/,
  ],
  ['the scheme is not looked at', accept(key, (call) => credentials(call).startsWith('Basic ')), /another scheme/],
  ['X-API-Key is accepted', accept(key, ({ headers }) => headers.has('X-API-Key')), /another header/],
  [
    'only the beginning of a key is compared',
    accept(key, (call) => credentials(call).startsWith(`Bearer ${key}`)),
    /one character more/,
  ],

  ...everyOperation,

  [
    'listPets responds with 206',
    success(listPets, () => ({ status: 206 })),
    /^listPets: (?:responds with 200|the key as bearer)/,
  ],
  [
    'listPets wraps the array',
    success(listPets, ({ body }) => ({ body: `{"pets":${body}}` })),
    /: the body is an array/,
  ],
  [
    'listPets repeats the first animal',
    success(
      (call) => listPets(call) && !asks(call, 'status'),
      ({ body }) => ({
        body: stringifyJson((parseJson(body) as Json[]).map((pet, index, all) => (index === 1 ? all[0] : pet) ?? pet)),
      }),
    ),
    /: no animal is twice/,
  ],
  [
    'listPets has only old animals',
    success(listPets, () => ({ body: '[]' })),
    /^listPets: (?:an animal (?:that|has the name)|status=\w+ returns an animal|without limit|limit=\d{1,2} returns)/,
  ],
  ['limit is 10 by default', parameter('limit', (limit) => limit ?? '10'), /: without limit/],
  ['limit is ignored', parameter('limit', () => null), /: limit=\d+ returns|: limit and status/],
  [
    'a page has one animal more than limit',
    parameter('limit', (limit) =>
      limit && Number(limit) > 0 && Number(limit) < 100 ? String(Number(limit) + 1) : (limit ?? null),
    ),
    /: limit=(?:1|2|19) returns|: limit and status/,
  ],
  ['limit is 99 at most', parameter('limit', (limit) => (limit === '100' ? '99' : (limit ?? null))), /: limit=100 /],
  [
    'limit has no maximum',
    {
      response: (_, call) => {
        const pets = Array.from({ length: 101 }, (__, index) => ({ id: BigInt(index), name: 'x', categoryId: 1n }));
        return asks(call, 'limit') === '101' ? reply(200, pets) : undefined;
      },
    },
    /: limit=101 /,
  ],
  [
    'limit=0 fails',
    { response: (_, call) => (asks(call, 'limit') === '0' ? error(500, 'crashed', '1/0') : undefined) },
    /: limit=0 /,
  ],
  [
    'status is ignored',
    parameter('status', (status) => (status === 'adopted' ? status : null)),
    /: status=\w+ returns only/,
  ],
  [
    'an unknown status is ignored',
    parameter('status', (status) => (status === 'adopted' ? null : (status ?? null))),
    /: an unknown status/,
  ],

  ['createPet responds with 200', success(createPet, () => ({ status: 200 })), /^createPet: responds/],
  [
    'createPet returns a fraction as the id',
    success(createPet, ({ body }) => ({ body: body.replace(/"id":(\d+)/, '"id":$1.0') })),
    /^createPet: an id is/,
  ],
  [
    'all animals have one id',
    animals(createPet, (pet) => ({ ...pet, id: 1n })),
    /^createPet: two animals|^listPets: status=(?:pending|sold) returns an|^getPet: (?:returns|a categoryId of)/,
  ],
  ['names are stored in NFC', names((name) => name.normalize()), /combining characters|^getPet: returns a name/],
  [
    'names lose what is beyond U+FFFF',
    names((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    /beyond U|: escapes|^getPet: returns a name/,
  ],
  [
    'names are escaped for HTML',
    names((name) => name.replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
    /keeps (?:markup|quotation)/,
  ],
  [
    'names are ASCII',
    names((name) => name.replace(/[^ -~]/g, '?')),
    /keeps (?:letters|characters|combining)|: escapes|^getPet: returns a name/,
  ],
  [
    'categories are doubles',
    drafts(asDouble),
    /largest int64 is exact|which a double|is (?:-)?2\^63|^getPet: (?:returns an animal|a categoryId of)|: an animal has the name/,
  ],
  ['categories wrap around at 2^63', drafts(categories((value) => BigInt.asIntN(64, value))), /is -?2\^63.* gets 400/],
  [
    'every animal is available',
    drafts((draft) =>
      draft['status'] === 'pending' || draft['status'] === 'sold' ? { ...draft, status: 'available' } : draft,
    ),
    /: (?:status=(?:pending|sold) returns an animal|an animal can be added as (?:pending|sold))|as it was added, (?:pending|sold)/,
  ],
  [
    'an invalid body is 422',
    { response: ({ status }) => (status === 400 ? { status: 422 } : undefined) },
    /: a body .* gets 400$|invalid body: the status/,
  ],
  ['a missing name is replaced', drafts((draft) => ({ name: 'nameless', ...draft })), /: a body without a name/],
  [
    'an empty body fails',
    { response: (_, call) => (createPet(call) && call.body === '' ? error(500, 'crashed', 'No body.') : undefined) },
    /that is empty/,
  ],

  ['getPet responds with 203', success(getPet, () => ({ status: 203 })), /^getPet: responds/],
  [
    'getPet is gone already',
    success(getPet, () => error(410, 'gone', 'Use the list.')),
    /^getPet: (?:responds|an id is|a name is|a categoryId|a status|an animal has|returns)/,
  ],
  ['getPet has categories as doubles', animals(getPet, asDouble), /^getPet: (?:returns an animal|a categoryId of)/],
  [
    'getPet finds everything',
    { response: ({ status }, call) => (getPet(call) && status === 404 ? reply(200, null) : undefined) },
    /: the largest int64, which|: an id that is no int64/,
  ],
  [
    'getPet fails for an id that is no number',
    { response: (_, { path }) => (path === '/pets/abc' ? error(500, 'crashed', 'NaN') : undefined) },
    /: an id that is no int64/,
  ],

  [
    'errors are text/html',
    { response: ({ status }) => (status >= 400 ? asType('text/html') : undefined) },
    /: the error is/,
  ],
  ['errors have numbers as codes', errors((body) => ({ ...body, code: 7n })), /: the error has a code/],
  ['errors have no message', errors(({ message: _, ...body }) => body), /: the error has a message/],
  ['errors have another member', errors((body) => ({ ...body, details: [] })), /: the error has no other/],
  ['errors have another status than the response', errors((body) => ({ ...body, status: 500n })), /: the status in/],
  [
    '404 has its status as a string',
    errors(
      (body) => ({ ...body, status: '404' }),
      ({ status }) => status === 404,
    ),
    /unknown animal: the status in/,
  ],
];
