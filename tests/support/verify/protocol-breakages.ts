import { parseJson } from '../../../client/transport/json.ts';
import {
  code,
  type ExtensionBreakage,
  header,
  ifParameter,
  isCreate,
  isGet,
  isList,
  type Json,
  parameter,
  reversed,
  status,
  success,
  withQuery,
} from './mangle.ts';
import { error } from './small-petstore.ts';

/** Each breaks one of our additions to how the three operations respond. */
export const protocolBreakages: readonly ExtensionBreakage[] = [
  {
    group: 'bearer',
    what: 'the challenge is missing',
    response: header('WWW-Authenticate', undefined),
    fails: [
      'bearer: without a key the challenge has no error',
      'bearer: for an unknown key the challenge has error="invalid_token"',
    ],
  },
  {
    group: 'bearer',
    what: 'a bad key has the code of a missing one',
    response: code('invalid_api_key', 'missing_api_key'),
    fails: ['bearer: for an unknown key the code is invalid_api_key'],
  },
  {
    group: 'bearer',
    what: 'paths are looked up before the key',
    response: (answer, call) =>
      answer.status === 401 && call.path === '/verify-no-such-path'
        ? error(404, 'not_found', 'Unknown path.')
        : undefined,
    fails: ['bearer: without a key an unknown path gets 401'],
  },
  {
    group: 'bearer',
    what: 'the scheme must be written Bearer',
    response: (_, { headers }) =>
      /^bearer /.test(headers.get('Authorization') ?? '') ? error(401, 'invalid_api_key', 'No.') : undefined,
    fails: ['bearer: the scheme may be in any case'],
  },
  {
    group: 'bearer',
    what: 'a repeated header is read once',
    request: ({ headers }) => {
      const [first, ...more] = (headers.get('Authorization') ?? '').split(', ');
      return more.length > 0 ? { headers: new Headers({ Authorization: first ?? '' }) } : undefined;
    },
    fails: ['bearer: a repeated Authorization header gets 401', 'bearer: two keys in one header get 401'],
  },
  {
    group: 'deprecation',
    what: 'the sunset is a day early',
    response: header('Sunset', 'Wed, 04 Dec 2030 00:00:00 GMT', isGet),
    fails: [
      'deprecation: a 200 of getPet has the date of the removal',
      'deprecation: a 404 of getPet has the date of the removal',
      'deprecation: a 401 of getPet has the date of the removal',
    ],
  },
  {
    group: 'deprecation',
    what: 'only successes have a Sunset',
    response: header('Sunset', undefined, (call, answer) => isGet(call) && answer.status >= 400),
    fails: [
      'deprecation: a 404 of getPet has the date of the removal',
      'deprecation: a 401 of getPet has the date of the removal',
    ],
  },
  {
    group: 'deprecation',
    what: 'Deprecation is a date',
    response: header('Deprecation', 'Fri, 05 Dec 2025 00:00:00 GMT', isGet),
    fails: [
      'deprecation: a 200 of getPet has the date of the announcement',
      'deprecation: a 404 of getPet has the date of the announcement',
      'deprecation: a 401 of getPet has the date of the announcement',
    ],
  },
  {
    group: 'deprecation',
    what: 'listPets is deprecated, too',
    response: header('Deprecation', '@1764892800', isList),
    fails: ['deprecation: listPets and createPet are not deprecated'],
  },
  {
    group: 'deprecation',
    what: 'the links are missing',
    response: header('Link', undefined, isGet),
    fails: [
      'deprecation: getPet has a Link with rel="deprecation"',
      'deprecation: getPet has a Link with rel="sunset"',
      'deprecation: the successor of getPet is the list with the id, and returns the animal',
    ],
  },
  {
    group: 'deprecation',
    what: 'createPet is beta',
    response: header('Stability', 'beta', isCreate),
    fails: ['deprecation: the three operations of the interface have no Stability header'],
  },
  {
    group: 'paging',
    what: 'lists are in descending order',
    response: success(isList, reversed),
    fails: [
      'paging: animals are in the order of their ids',
      'paging: the pages together have every animal once, in order',
      'paging: limit may change from page to page',
    ],
  },
  {
    group: 'paging',
    what: 'the link is a path',
    response: (answer) => ({
      headers: {
        ...answer.headers,
        ...(answer.headers['link'] && { link: answer.headers['link'].replace(/<http:\/\/[^/]+/, '<') }),
      },
    }),
    fails: ['paging: the link begins with the base address'],
  },
  {
    group: 'paging',
    what: 'every page has a link',
    response: (answer, call) =>
      isList(call) && !answer.headers['link']
        ? { headers: { ...answer.headers, link: '<http://localhost/v1/pets?cursor=x>; rel="next"' } }
        : undefined,
    fails: [
      'paging: the last page has no link to a next one',
      'paging: a page that holds exactly the rest has no link to a next one',
      'paging: the pages together have every animal once, in order',
    ],
  },
  {
    group: 'paging',
    what: 'a cursor without a signature is accepted',
    response: (answer, call) =>
      answer.status === 400 && (parameter(call, 'cursor') ?? '').length > 1 ? { status: 200, body: '[]' } : undefined,
    fails: [
      'paging: a cursor with one character changed gets 400 invalid_cursor',
      'paging: a cursor that was cut short gets 400 invalid_cursor',
      'paging: a cursor of other filters gets 400 invalid_cursor',
    ],
  },
  {
    group: 'paging',
    what: 'an empty cursor is ignored',
    request: ifParameter('cursor', '', (query) => query.delete('cursor')),
    fails: ['paging: an empty cursor gets 400 invalid_cursor'],
  },
  {
    group: 'paging',
    what: 'the count is that of the page',
    response: (answer) =>
      answer.headers['x-total-count']
        ? { headers: { ...answer.headers, 'x-total-count': String((parseJson(answer.body) as Json[]).length) } }
        : undefined,
    fails: ['paging: Prefer: count=exact returns the number of all matching animals'],
  },
  {
    group: 'paging',
    what: 'the second page repeats the first',
    request: (call) =>
      parameter(call, 'limit') === '3' && (parameter(call, 'cursor')?.length ?? 0) > 30 && !parameter(call, 'status')
        ? withQuery(call, (query) => query.delete('cursor'))
        : undefined,
    fails: [
      'paging: the pages together have every animal once, in order',
      'paging: a cursor with one character changed gets 400 invalid_cursor',
      'paging: a cursor that was cut short gets 400 invalid_cursor',
      'paging: a cursor of other filters gets 400 invalid_cursor',
    ],
  },
  {
    group: 'parameters',
    what: 'limit is clamped',
    request: ifParameter('limit', '101', (query) => query.set('limit', '100')),
    fails: ['listPets: ?limit=101 gets 400 invalid_parameter'],
  },
  {
    group: 'parameters',
    what: 'limit=0 means the default',
    request: ifParameter('limit', '0', (query) => query.delete('limit')),
    fails: ['listPets: ?limit=0 gets 400 invalid_parameter'],
  },
  {
    group: 'parameters',
    what: 'unknown parameters are ignored',
    request: ifParameter('verify', '1', (query) => query.delete('verify')),
    fails: [
      'listPets: ?verify=1 gets 400 unknown_parameter',
      'createPet and getPet: an unknown parameter gets 400 unknown_parameter',
      'listPets: the message names every wrong parameter',
    ],
  },
  {
    group: 'parameters',
    what: 'unknown parameters have another code',
    response: code('unknown_parameter', 'invalid_parameter'),
    fails: [
      'listPets: ?verify=1 gets 400 unknown_parameter',
      'listPets: ?Limit=5 gets 400 unknown_parameter',
      'listPets: ?page=2 gets 400 unknown_parameter',
      'listPets: ?offset=20 gets 400 unknown_parameter',
      'createPet and getPet: an unknown parameter gets 400 unknown_parameter',
    ],
  },
  {
    group: 'validation',
    what: 'the default status is pending',
    response: (answer, call) =>
      isCreate(call) && answer.status === 201 && !call.body.includes('"status"')
        ? { body: answer.body.replace('"available"', '"pending"') }
        : undefined,
    fails: ['createPet: without a status an animal is available'],
  },
  {
    group: 'validation',
    what: 'a byte-order mark is skipped',
    request: ({ body }) => (body.startsWith('\ufeff') ? { body: body.slice(1) } : undefined),
    fails: ['createPet: a byte-order mark gets 400 invalid_json'],
  },
  {
    group: 'validation',
    what: 'any media type is read as JSON',
    request: (call) => {
      if (!isCreate(call)) return undefined;
      const headers = new Headers(call.headers);
      headers.set('Content-Type', 'application/json');
      return { headers };
    },
    fails: [
      'createPet: a body of text/plain gets 415',
      'createPet: a body of application/x-www-form-urlencoded gets 415',
      'createPet: a body of application/jsonp gets 415',
      'createPet: a body of application/json; charset=utf-16 gets 415',
      'createPet: a body without a media type gets 415',
    ],
  },
  {
    group: 'validation',
    what: 'there is no Location',
    response: header('Location', undefined),
    fails: ['createPet: Location is the address of the animal'],
  },
  {
    group: 'validation',
    what: 'the body may be larger',
    response: status(413, 400),
    fails: ['createPet: a body of more than 64 KiB gets 413'],
  },
  {
    group: 'protocol',
    what: 'a bad id is 400',
    response: (_, call) => (call.path === '/pets/01' ? error(400, 'invalid_parameter', 'No.') : undefined),
    fails: ['getPet: the id 01 gets 404 pet_not_found'],
  },
  {
    group: 'protocol',
    what: 'a 405 has no Allow',
    response: header('Allow', undefined, (_, answer) => answer.status === 405),
    fails: [
      'protocol: PUT /pets gets 405 and Allow',
      'protocol: PATCH /pets gets 405 and Allow',
      'protocol: DELETE /pets gets 405 and Allow',
    ],
  },
  {
    group: 'protocol',
    what: 'all responses have one request id',
    response: header('X-Request-Id', 'one', (_, { status: code }) => code !== 0),
    fails: [
      'protocol: every response has an X-Request-Id of its own',
      "protocol: a client's own X-Request-Id is returned",
    ],
  },
];
