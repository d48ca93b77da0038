import fc from 'fast-check';
import { credentialNames } from './credentials.ts';
import { type FuzzedOperation, fuzzedOperations } from './document.ts';
import { anyJson, anyText, brokenJson, int64Text, jsonOf, oddNumberText, parameterText, searchText } from './values.ts';

/** A request that can be sent again. */
export interface FuzzedRequest {
  readonly method: string;
  /** Path and query, percent-encoded, without the version segment. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The name of a credential: the secrets differ in every run. */
  readonly credential: string;
  readonly body: string | undefined;
}

/** A body that stands for an image. */
export const picture = '<picture>';

const rarely = 1;
const often = 12;

const pathText = fc.oneof(
  { weight: often, arbitrary: int64Text },
  { weight: rarely, arbitrary: oddNumberText },
  { weight: rarely, arbitrary: anyText },
);

/** Avoids path segments of dots, which clients remove before they send a request. */
function pathOf({ template, pathParameters }: FuzzedOperation): fc.Arbitrary<string> {
  const names = Object.keys(pathParameters);
  return fc.tuple(...names.map(() => pathText)).map((values) =>
    names.reduce((path, name, index) => {
      const value = (values[index] ?? '').toWellFormed().replace(/^\.+$/, 'dots');
      return path.replace(`{${name}}`, encodeURIComponent(value));
    }, template),
  );
}

function queryOf({ query }: FuzzedOperation): fc.Arbitrary<string> {
  const names = Object.keys(query);
  const parameter = (name: string) =>
    fc
      .oneof(
        { weight: often, arbitrary: name === 'q' ? searchText : parameterText(query[name] ?? {}) },
        { weight: rarely, arbitrary: oddNumberText },
        { weight: rarely, arbitrary: anyText },
      )
      .map((value) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  const known = names.length === 0 ? fc.constant('') : fc.constantFrom(...names).chain(parameter);
  const odd = fc.constantFrom(
    'Limit=1',
    'x=%zz',
    '=',
    '&&',
    'limit=1&limit=2',
    'cursor=AAAA',
    '%6cimit=3',
    'limit',
    'a=+',
  );
  const one = fc.oneof({ weight: often, arbitrary: known }, { weight: rarely, arbitrary: odd });
  return fc.oneof(
    { weight: often, arbitrary: fc.constant('') },
    { weight: names.length > 0 ? often : rarely, arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }).map(joined) },
    { weight: rarely, arbitrary: anyText.map((text) => `?${encodeURIComponent(text.toWellFormed())}`) },
  );
}

function joined(parameters: readonly string[]): string {
  return `?${parameters.filter((parameter) => parameter !== '').join('&')}`;
}

/** A valid body, one with a single change, or nonsense. */
function bodyOf({ body, method }: FuzzedOperation): fc.Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined);
  if (body?.mediaTypes.some((type) => type.startsWith('image/'))) return fc.constantFrom(picture, 'no picture');
  const { schema = {} } = body ?? {};
  const members = Object.keys(schema.properties ?? {});
  const valid = body === undefined ? fc.constantFrom(undefined, '{}') : jsonOf(schema);
  const withMember = fc
    .tuple(valid, fc.constantFrom(...members, 'unknown', '__proto__', 'id'), anyJson)
    .map(([text = '{}', name, value]) =>
      text.replace(/^\{/, `{${JSON.stringify(name)}:${value}${text === '{}' ? '' : ','}`),
    );
  return fc.oneof(
    { weight: often, arbitrary: valid },
    { weight: 3, arbitrary: withMember },
    { weight: rarely, arbitrary: brokenJson },
    { weight: rarely, arbitrary: valid.map((text) => text?.slice(0, -1)) },
    { weight: rarely, arbitrary: fc.constantFrom(undefined, '', `"${'x'.repeat(65_535)}"`) },
  );
}

/** Printable ASCII without surrounding blanks: a request cannot have other header values. */
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => text.trim());
const tags = fc.constantFrom('<etag>', '*', '<etag>', '""', '"abc"', '<etag>', 'W/"abc"', '"a", "b"', 'abc', ',');

/** `<etag>` stands for the last ETag of the same path. */
const headerValues: Readonly<Record<string, fc.Arbitrary<string>>> = {
  Accept: fc.constantFrom(
    '*/*',
    'application/json',
    'application/problem+json',
    'text/event-stream',
    'text/html;q=0',
    '',
  ),
  'Content-Type': fc.constantFrom(
    'text/plain',
    'application/json; charset=utf-16',
    'application/merge-patch+json',
    'x',
    '',
  ),
  'Content-Encoding': fc.constantFrom('gzip', 'identity'),
  'If-Match': fc.oneof(tags, headerText),
  'If-None-Match': fc.oneof(tags, headerText),
  'Idempotency-Key': fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('"key-1"', 'key-1', 'key-2') },
    { weight: 1, arbitrary: fc.constantFrom('"', 'a b', '') },
    { weight: 1, arbitrary: headerText },
  ),
  Prefer: fc.oneof(fc.constantFrom('count=exact', 'count=facets', 'count="exact", x', 'count=1'), headerText),
  'Last-Event-ID': fc.oneof(int64Text, headerText),
  'X-Request-Id': headerText,
  'Accept-Encoding': fc.constantFrom('gzip', 'br'),
  Host: fc.constantFrom('petstore.test', 'a, b', 'a b'),
};

/** The headers with the most ways to fail are sent the most often. */
const frequent = ['Idempotency-Key', 'If-None-Match', 'If-Match'];

const header = fc.oneof(
  ...Object.entries(headerValues).map(([name, values]) => ({
    weight: frequent.includes(name) ? 5 : 1,
    arbitrary: values.map((value): [string, string] => [name, value]),
  })),
);

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constant({}),
  fc.array(header, { minLength: 1, maxLength: 2 }).map((entries) => Object.fromEntries(entries)),
);

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

function requestOf(operation: FuzzedOperation): fc.Arbitrary<FuzzedRequest> {
  const mediaTypes = operation.body?.mediaTypes ?? ['application/json'];
  return fc
    .record({
      method: fc.oneof(
        { weight: 3 * often, arbitrary: fc.constant(operation.method) },
        { weight: rarely, arbitrary: fc.constantFrom(...otherMethods) },
      ),
      path: pathOf(operation),
      query: queryOf(operation),
      headers,
      credential: fc.oneof(
        { weight: 2 * often, arbitrary: fc.constant('admin') },
        { weight: often, arbitrary: fc.constantFrom(...credentialNames) },
      ),
      mediaType: fc.constantFrom(...mediaTypes),
      body: bodyOf(operation),
    })
    .map(({ method, path, query, headers: own, credential, mediaType, body }) => {
      const sent = method === 'GET' || method === 'HEAD' ? undefined : body;
      const all = { ...(sent !== undefined && { 'Content-Type': mediaType }), ...own };
      return { method, target: path + query, headers: all, credential, body: sent };
    });
}

/** Requests for operations of the document, with valid and invalid parts. */
export const anyRequest: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  ...fuzzedOperations.map((operation) => ({ weight: 8, arbitrary: requestOf(operation) })),
  // More of these, because most other operations need animals.
  ...fuzzedOperations
    .filter(({ id }) => id === 'createPet')
    .map((operation) => ({ weight: 4, arbitrary: requestOf(operation) })),
);
