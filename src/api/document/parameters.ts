import { idempotencyHours, maxIdempotencyKeyLength } from '../../../client/limits.ts';
import type { Operation, QueryParameter } from '../operation.ts';
import type { PathParameter } from '../path.ts';
import { type Components, componentName, type Json } from './components.ts';
import { describeSchema } from './schemas.ts';

/** The parameters of an operation. Those that several operations have are shared. */
export function describeParameters(
  operation: Operation,
  operations: readonly Operation[],
  components: Components,
): Json[] {
  const each = (location: 'path' | 'query', all: Record<string, PathParameter | QueryParameter>) =>
    Object.entries(all).map(([name, parameter]) => {
      const described = describeParameter(location, name, parameter, components);
      return isRepeated(location, name, parameter, operations)
        ? components.share('parameters', componentName(name), described)
        : described;
    });
  return [
    ...each('path', operation.pathParameters),
    ...each('query', operation.query),
    ...describeRequestHeaders(operation, components),
  ];
}

function describeParameter(
  location: 'path' | 'query',
  name: string,
  parameter: PathParameter | QueryParameter,
  components: Components,
): Json {
  const { schema, description } = parameter;
  const stability = 'stability' in parameter ? parameter.stability : undefined;
  const [example] = 'examples' in schema && Array.isArray(schema.examples) ? schema.examples : [];
  return {
    name,
    in: location,
    ...(location === 'path' && { required: true }),
    description,
    ...(stability && { 'x-stability': stability, 'x-stability-level': stability }),
    schema: describeSchema(schema, components, 'sent'),
    // Tools that import the document send what has an example, so that only what is required has one.
    ...(location === 'path' && example !== undefined && { example }),
  };
}

/** Whether another operation has the same parameter. */
function isRepeated(
  location: 'path' | 'query',
  name: string,
  parameter: PathParameter | QueryParameter,
  operations: readonly Operation[],
): boolean {
  const same = operations.filter(({ pathParameters, query }) => {
    const other = location === 'path' ? pathParameters[name] : query[name];
    return other !== undefined && other.schema === parameter.schema && other.description === parameter.description;
  });
  return same.length > 1;
}

function describeRequestHeaders(operation: Operation, components: Components): Json[] {
  const { kind, method } = operation;
  const names: HeaderName[] = [];
  if (method === 'GET') names.push('IfNoneMatch');
  if (kind === 'list') names.push(operation.facets === undefined ? 'Prefer' : 'PreferFacets');
  if (kind === 'stream') names.push('LastEventId');
  if (method === 'POST') names.push('IdempotencyKey');
  if (kind === 'write' && operation.isConditional) names.push('IfMatch', 'IfNoneMatchForChange');
  return names.map((name) => components.share('parameters', name, { ...requestHeaders[name], in: 'header' }));
}

/** The runtime refuses requests whose headers are longer than that together. */
const anyHeader = { type: 'string', maxLength: 16_384 } as const;

type HeaderName = keyof typeof requestHeaders;

const requestHeaders = {
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'ETags of responses that the client has cached. Returns 304 if one of them is current.',
    schema: anyHeader,
  },
  Prefer: {
    name: 'Prefer',
    description:
      '`count=exact` adds `X-Total-Count` (RFC 7240). With strings for integers: ' + '`count=exact, int64=string`.',
    schema: anyHeader,
  },
  PreferFacets: {
    name: 'Prefer',
    description:
      '`count=exact` adds `X-Total-Count` (RFC 7240). `count=facets` adds it, too, and returns ' +
      '`application/vnd.petstore.facets+json`: the page with how many animals there are with each value of the filters. With ' +
      'strings for integers: `count=facets, int64=string`.',
    schema: anyHeader,
  },
  LastEventId: {
    name: 'Last-Event-ID',
    description: 'Only for `text/event-stream`: the stream begins after the entry with this `id`.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description:
      `Makes the request safe to retry: for ${idempotencyHours} hours, the same key with the same payload returns the ` +
      `first response. It has 1 to ${maxIdempotencyKeyLength} visible ASCII characters without quotes and commas; a new UUID ` +
      'for each new request is a good key.',
    // As a quoted string (RFC 8941), in which each character may be escaped.
    schema: { type: 'string', minLength: 1, maxLength: 2 * maxIdempotencyKeyLength + 2 },
  },
  IfMatch: {
    name: 'If-Match',
    description: 'Makes the change only if the resource has one of these ETags. Otherwise returns 412.',
    schema: anyHeader,
  },
  IfNoneMatchForChange: {
    name: 'If-None-Match',
    description:
      'Makes the change only if the resource has none of these ETags, or with `*`, does not exist. Otherwise returns 412.',
    schema: anyHeader,
  },
} as const;
