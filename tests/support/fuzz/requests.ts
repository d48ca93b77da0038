import fc from 'fast-check';
import { credentialNames } from './credentials.ts';
import { type Operation, operations } from './document.ts';
import {
  anyJson,
  anyText,
  brokenJson,
  int64Text,
  jsonOf,
  oddNumberText,
  oneOf,
  parameterText,
  searchText,
} from './values.ts';

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

const often = 12;
const nothing = fc.constant(undefined);
const admin = fc.constant('admin');
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
const anyIds = oneOf([often, int64Text], [1, oddNumberText], [1, anyText]);
const smallNumber = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 25 })).map(String);

/** The path, without segments of dots, which clients remove before they send a request. */
function pathOf({ template }: Operation, ids: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const raw = template.split(/\{\w+\}/);
  const values = fc.tuple(...raw.slice(1).map(() => ids));
  return values.map((all) => String.raw({ raw }, ...all.map((id) => encode(id.replace(/^\.+$/, 'dots')))));
}

const oddParameters = ['Limit=1', 'x=%zz', '=', '&&', 'limit=1&limit=2', 'cursor=AAAA', '%6cimit=3', 'limit', 'a=+'];

function anyQuery({ query }: Operation): fc.Arbitrary<string> {
  const names = Object.keys(query);
  const parameter = (name: string) => {
    const likely = name === 'q' ? searchText : parameterText(query[name] ?? {});
    return oneOf([often, likely], [1, oddNumberText], [1, anyText]).map((value) => `${name}=${encode(value)}`);
  };
  const known = names.length === 0 ? fc.constant('') : fc.constantFrom(...names).chain(parameter);
  const some = fc.array(oneOf([often, known], [1, fc.constantFrom(...oddParameters)]), { minLength: 1, maxLength: 3 });
  return oneOf(
    [often, fc.constant('')],
    [names.length > 0 ? often : 1, some.map((all) => `?${all.filter((one) => one !== '').join('&')}`)],
    [1, anyText.map((text) => `?${encode(text)}`)],
  );
}

/** A short page of a list always, and most often a search or an order. */
function likelyQuery({ query }: Operation): fc.Arbitrary<string> {
  const filters = Object.keys(query).filter((name) => name !== 'cursor' && name !== 'limit');
  const textOf = (name: string) => {
    if (name === 'q') return searchText;
    return name === 'limit' ? smallNumber : parameterText(query[name] ?? {});
  };
  return fc
    .oneof(
      fc.subarray(filters, { maxLength: Math.min(2, filters.length) }),
      fc.subarray(filters.filter((name) => name === 'q' || name === 'sort')),
    )
    .map((names) => ('limit' in query ? [...names, 'limit'] : names))
    .chain((names) => fc.tuple(...names.map((name) => textOf(name).map((text) => `${name}=${encode(text)}`))))
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
}

/** A valid body, one with a single change, or nonsense. */
function anyBody({ mediaTypes, body, method }: Operation): fc.Arbitrary<string | undefined> {
  if (method === 'GET') return nothing;
  if (mediaTypes.some((type) => type.startsWith('image/'))) return fc.constantFrom(picture, 'no picture');
  const valid = mediaTypes.length === 0 ? fc.constantFrom(undefined, '{}') : jsonOf(body);
  const members = fc.constantFrom(...Object.keys(body.properties ?? {}), 'unknown', '__proto__', 'id');
  const withMember = fc
    .tuple(valid, members, anyJson)
    .map(([text = '{}', name, value]) =>
      text.replace(/^\{/, `{${JSON.stringify(name)}:${value}${text === '{}' ? '' : ','}`),
    );
  return oneOf<string | undefined>(
    [often, valid],
    [3, withMember],
    [1, brokenJson],
    [1, valid.map((text) => text?.slice(0, -1))],
    [1, fc.constantFrom(undefined, '', `"${'x'.repeat(65_535)}"`)],
  );
}

const keys = ['"role":"editor"', '"scopes":["pets:read"]', '"role":"public","origins":["https://a.example"]'];

function likelyBody({ id, mediaTypes, body }: Operation): fc.Arbitrary<string | undefined> {
  if (mediaTypes.length === 0) return nothing;
  if (id === 'addPhoto') return fc.constant(picture);
  if (id === 'createKey') return fc.constantFrom(...keys.map((key) => `{"name":"a",${key}}`));
  const { id: _, ...properties } = body.properties ?? {};
  return jsonOf({ ...body, properties });
}

/** Printable ASCII without surrounding blanks: a request cannot have other header values. */
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => text.trim());
/** `<etag>` stands for the last ETag of the same path. */
const tags = fc.constantFrom('<etag>', '*', '<etag>', '""', '"abc"', '<etag>', 'W/"abc"', '"a", "b"', 'abc', ',');
const accepted = ['*/*', 'application/json', 'application/problem+json', 'text/event-stream', 'text/html;q=0', ''];
const sentTypes = ['text/plain', 'application/json; charset=utf-16', 'application/merge-patch+json', 'x', ''];

/** The headers with the most ways to fail are sent the most often. */
const headerValues: readonly (readonly [name: string, weight: number, values: fc.Arbitrary<string>])[] = [
  ['Accept', 1, fc.constantFrom(...accepted)],
  ['Content-Type', 1, fc.constantFrom(...sentTypes)],
  ['Content-Encoding', 1, fc.constantFrom('gzip', 'identity')],
  ['If-Match', 5, fc.oneof(tags, headerText)],
  ['If-None-Match', 5, fc.oneof(tags, headerText)],
  [
    'Idempotency-Key',
    5,
    oneOf([3, fc.constantFrom('"key-1"', 'key-1', 'key-2')], [1, fc.constantFrom('"', 'a b', '')], [1, headerText]),
  ],
  ['Prefer', 1, fc.oneof(fc.constantFrom('count=exact', 'count=facets', 'count="exact", x', 'count=1'), headerText)],
  ['Last-Event-ID', 1, fc.oneof(int64Text, headerText)],
  ['X-Request-Id', 1, headerText],
  ['Accept-Encoding', 1, fc.constantFrom('gzip', 'br')],
  ['Host', 1, fc.constantFrom('petstore.test', 'a, b', 'a b')],
];
type Headers = Readonly<Record<string, string>>;
const header = fc.oneof(
  ...headerValues.map(([name, weight, values]) => ({
    weight,
    arbitrary: values.map((value) => [name, value] as const),
  })),
);
const anyHeaders: fc.Arbitrary<Headers> = oneOf<Headers>(
  [1, fc.constant({})],
  [1, fc.array(header, { minLength: 1, maxLength: 2 }).map((entries) => Object.fromEntries(entries))],
);
const exact = { Prefer: 'count=exact' };
const readHeaders = fc.constantFrom<Headers>({}, { 'If-None-Match': '<etag>' }, exact, exact, {
  Prefer: 'count=facets',
});
const retryHeaders = fc.oneof(
  fc.constant<Headers>({}),
  fc.integer({ min: 1, max: 50 }).map((number): Headers => ({ 'Idempotency-Key': `"key-${number}"` })),
);
const writeHeaders = fc.oneof(fc.constantFrom<Headers>({}, { 'If-Match': '<etag>' }), retryHeaders);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

/** Most requests that are likely succeed; of the others few do, so that few of them have anything to read. */
function requestOf(operation: Operation, isLikely: boolean): fc.Arbitrary<FuzzedRequest> {
  const { method, mediaTypes } = operation;
  // The picture is one.
  const type = mediaTypes.find((one) => one === 'image/png') ?? mediaTypes[0] ?? 'application/json';
  const likelyHeaders = { GET: readHeaders, POST: retryHeaders }[method] ?? writeHeaders;
  const parts = fc.record({
    sent: isLikely ? fc.constant(method) : oneOf([3 * often, fc.constant(method)], [1, fc.constantFrom(...methods)]),
    path: pathOf(operation, isLikely ? smallNumber : anyIds),
    query: isLikely ? likelyQuery(operation) : anyQuery(operation),
    own: isLikely ? likelyHeaders : anyHeaders,
    credential: isLikely ? admin : oneOf([2, admin], [1, fc.constantFrom(...credentialNames)]),
    mediaType: isLikely ? fc.constant(type) : fc.constantFrom(type, ...mediaTypes.filter((one) => one !== type)),
    text: isLikely ? likelyBody(operation) : anyBody(operation),
  });
  return parts.map(({ sent, path, query, own, credential, mediaType, text }) => {
    const body = sent === 'GET' || sent === 'HEAD' ? undefined : text;
    const headers = { ...(body !== undefined && { 'Content-Type': mediaType }), ...own };
    return { method: sent, target: path + query, headers, credential, body };
  });
}

/** Requests for the operations, each as often as it says. */
export function requests(isLikely: boolean, share: (id: string) => number): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(...operations.map((one) => ({ weight: share(one.id), arbitrary: requestOf(one, isLikely) })));
}

/** Requests with valid and invalid parts. More of them add animals, because most other operations need these. */
export const anyRequest = requests(false, (id) => (id === 'createPet' ? 12 : 8));
