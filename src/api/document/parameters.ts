import { idempotencyHours, maxIdempotencyKeyLength } from '../../../contract/limits.ts';
import type { Operation, QueryParameter } from '../operation.ts';
import type { PathParameter } from '../path.ts';
import { type Components, componentName, type Json } from './components.ts';

/** The parameters of an operation. Those that several operations have are shared. */
export function describeParameters(
  operation: Operation,
  operations: readonly Operation[],
  components: Components,
): Json[] {
  const each = (
    location: 'path' | 'query',
    parametersOf: (operation: Operation) => Record<string, PathParameter | QueryParameter>,
  ) =>
    Object.entries(parametersOf(operation)).map(([name, parameter]) => {
      const { schema, description } = parameter;
      const described = { name, in: location, ...describeParameter(location, parameter, components) };
      const named = operations.map((other) => parametersOf(other)[name]);
      const same = named.filter((other) => other?.schema === schema && other.description === description);
      return same.length > 1 ? components.share('parameters', componentName(name), described) : described;
    });
  return [
    ...each('path', ({ pathParameters }) => pathParameters),
    ...each('query', ({ query }) => query),
    ...describeRequestHeaders(operation, components),
  ];
}

function describeParameter(
  location: 'path' | 'query',
  parameter: PathParameter | QueryParameter,
  components: Components,
): Json {
  const { schema, description } = parameter;
  const stability = 'stability' in parameter ? parameter.stability : undefined;
  const [example] = 'examples' in schema && Array.isArray(schema.examples) ? schema.examples : [];
  return {
    ...(location === 'path' && { required: true }),
    description,
    ...(stability && { 'x-stability': stability, 'x-stability-level': stability }),
    schema: components.describeSchema(schema, 'sent'),
    // Tools that import the document send what has an example, so that only what is required has one.
    ...(location === 'path' && example !== undefined && { example }),
  };
}

function describeRequestHeaders(operation: Operation, components: Components): Json[] {
  const { kind, method } = operation;
  const names: HeaderName[] = [];
  if (method === 'GET') names.push('IfNoneMatch');
  if (kind === 'list') names.push(operation.facets === undefined ? 'Prefer' : 'PreferFacets');
  if (kind === 'stream') names.push('LastEventId');
  if (kind === 'write' && method === 'POST' && operation.write !== 'search') names.push('IdempotencyKey');
  if (kind === 'write' && operation.isConditional) names.push('IfMatch', 'IfNoneMatchForChange');
  return names.map((component) => {
    const [name, description, schema = anyHeader]: RequestHeader = requestHeaders[component];
    return components.share('parameters', component, { name, description, schema, in: 'header' });
  });
}

type RequestHeader = readonly [name: string, description: string, schema?: Json];
type HeaderName = keyof typeof requestHeaders;

/** The runtime refuses requests whose headers are longer than that together. */
const anyHeader = { type: 'string', maxLength: 16_384 };

/** Request headers by the name of their component. */
const requestHeaders = {
  IfNoneMatch: [
    'If-None-Match',
    'ETags of responses that the client has cached. Returns 304 if one of them is current.',
  ],
  Prefer: [
    'Prefer',
    '`count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: `count=exact, int64=string`.',
  ],
  PreferFacets: [
    'Prefer',
    '`count=exact` adds `X-Total-Count` (RFC 7240). `count=facets` adds it, too, and returns ' +
      '`application/vnd.petstore.facets+json`: the page with how many animals there are with each value of the filters. With ' +
      'strings for integers: `count=facets, int64=string`.',
  ],
  LastEventId: [
    'Last-Event-ID',
    'Only for `text/event-stream`: the stream begins after the entry with this `id`.',
    { type: 'integer', format: 'int64', minimum: 0 },
  ],
  IdempotencyKey: [
    'Idempotency-Key',
    `Makes the request safe to retry: for ${idempotencyHours} hours, the same key with the same payload returns the ` +
      `first response. It has 1 to ${maxIdempotencyKeyLength} visible ASCII characters without quotes and commas; a new UUID ` +
      'for each new request is a good key.',
    // As a quoted string (RFC 8941), in which each character may be escaped.
    { type: 'string', minLength: 1, maxLength: 2 * maxIdempotencyKeyLength + 2 },
  ],
  IfMatch: ['If-Match', 'Makes the change only if the resource has one of these ETags. Otherwise returns 412.'],
  IfNoneMatchForChange: [
    'If-None-Match',
    'Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412.',
  ],
} satisfies Record<string, RequestHeader>;
