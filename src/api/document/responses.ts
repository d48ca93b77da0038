import { type ErrorCode, errors } from '../../errors/service-error.ts';
import { facetsType, jsonType } from '../define.ts';
import { isPaged, type Operation } from '../operation.ts';
import { ErrorBody, Problem } from '../schemas.ts';
import { type Components, componentName, type Json } from './components.ts';
import { examples } from './examples.ts';
import {
  commonHeaders,
  deprecationHeaders,
  type HeaderComponent,
  headersOfErrors,
  pageHeaders,
  referToHeaders,
  successHeaders,
} from './headers.ts';

/** Server-sent events (HTML standard). */
const eventStream = { type: 'string', description: 'Each entry as the data of one event.' };

export function describeResponses(operation: Operation, components: Components): Json {
  const { id, kind } = operation;
  const { status, description, schema } = operation.response;
  const success = {
    description,
    headers: successHeaders(operation, components),
    ...(schema && {
      content: {
        [jsonType]: { schema: components.describeSchema(schema), example: examples.operations[id]?.response },
        ...(kind === 'stream' && { 'text/event-stream': { schema: eventStream, example: examples.eventStream } }),
        ...(kind === 'list' &&
          operation.facets && {
            [facetsType]: { schema: components.describeSchema(operation.facets.page), example: examples.facets },
          }),
      },
    }),
  };
  const created = kind === 'write' && operation.write === 'change' ? operation.created : undefined;
  return {
    [status]: success,
    ...(created && { [created.status]: { ...success, description: created.description } }),
    ...(kind !== 'write' && { 304: notModified(operation, components) }),
    ...errorResponses(operation, components),
    default: otherError(components),
  };
}

function notModified(operation: Operation, components: Components): Json {
  const own = pageHeaders(operation);
  const further = operation.deprecation ? deprecationHeaders : [];
  const response = {
    description: 'Not modified: an ETag in `If-None-Match` is current.',
    headers: referToHeaders([...commonHeaders, 'ETag', 'Stability', ...own, ...further], components),
  };
  if (operation.deprecation) return response;
  const prefix = own.includes('TotalCount') ? 'List' : own.includes('NextLink') ? 'Page' : '';
  return components.share('responses', `${prefix}NotModified`, response);
}

/** The codes that follow from the kind of an operation, and its own. */
export function errorCodes(operation: Operation): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['malformed_request', 'missing_api_key', 'invalid_api_key', 'insufficient_scope'];
  if (Object.keys(operation.query).length > 0) codes.push('invalid_parameter');
  codes.push('unknown_parameter');
  if (isPaged(operation)) codes.push('invalid_cursor');
  if (operation.kind === 'write') {
    if (operation.write !== 'upload') codes.push('invalid_json', 'validation_failed');
    codes.push('request_timeout', 'payload_too_large', 'unsupported_media_type');
    if (operation.method === 'POST') {
      codes.push('invalid_idempotency_key', 'idempotency_in_progress', 'idempotency_key_reused');
    }
  }
  codes.push(
    'precondition_failed',
    ...operation.errors,
    'uri_too_long',
    'rate_limited',
    'internal_error',
    'overloaded',
    'unavailable',
  );
  return codes;
}

/** One response per status. Those of a deprecated operation have further headers, so that they are its own. */
function errorResponses(operation: Operation, components: Components): Json {
  const byStatus = Map.groupBy(errorCodes(operation), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      operation.deprecation
        ? errorResponse(codes, deprecationHeaders, components)
        : components.share('responses', responseName(codes), errorResponse(codes, [], components)),
    ]),
  );
}

function errorResponse(codes: readonly ErrorCode[], further: readonly HeaderComponent[], components: Components) {
  const exampleOf = (code: ErrorCode) =>
    components.share('examples', componentName(code), { value: examples.errors[code] });
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].meaning}`).join('\n\n'),
    headers: referToHeaders([...headersOfErrors(codes), ...further], components),
    content: {
      [jsonType]: {
        schema: components.describeSchema(ErrorBody),
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
      'application/problem+json': { schema: components.describeSchema(Problem) },
    },
  };
}

/** What any address can respond with, whichever operation was meant. */
function otherError(components: Components): Json {
  const codes = ['not_found', 'method_not_allowed'] as const;
  const bare = 'What is not valid HTTP has no such object: see the section Errors.';
  const response = errorResponse(codes, [], components);
  return components.share('responses', 'OtherError', {
    ...response,
    description: `${response.description}\n\n${bare}`,
  });
}

/** Names of the sets of codes that many operations share. */
const familiarSets: Readonly<Record<string, string>> = {
  'missing_api_key invalid_api_key': 'Unauthorized',
  insufficient_scope: 'Forbidden',
  'malformed_request invalid_parameter unknown_parameter': 'InvalidQuery',
  'malformed_request invalid_parameter unknown_parameter invalid_cursor': 'InvalidListQuery',
  'malformed_request unknown_parameter': 'UnknownParameter',
  'malformed_request unknown_parameter invalid_json validation_failed': 'InvalidRequest',
  'malformed_request unknown_parameter invalid_json validation_failed invalid_idempotency_key':
    'InvalidIdempotentRequest',
  'malformed_request invalid_parameter unknown_parameter invalid_json validation_failed': 'InvalidRequestOrQuery',
  'overloaded unavailable': 'Unavailable',
};

/** A generated client names its error types after these. */
function responseName(codes: readonly ErrorCode[]): string {
  return familiarSets[codes.join(' ')] ?? codes.map(componentName).join('Or');
}
