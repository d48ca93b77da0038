import type { Environment } from '../domain/key-format.ts';
import { type ErrorCode, errors } from '../model/errors.ts';
import { jsonType } from './define.ts';
import { formatInstant, parameterHeaders, responseHeaders } from './document-headers.ts';
import { introduction } from './document-texts.ts';
import {
  type Deprecation,
  isBodyOptional,
  type Operation,
  type PathParameter,
  type QueryParameter,
  scopesFor,
  type WriteOperation,
} from './operation.ts';
import { ErrorBody, publishedPattern, type TSchema } from './schemas/base.ts';
import { namedSchemas } from './schemas/named.ts';

type Json = Record<string, unknown>;

/** The version of the API, not of the program. */
export const interfaceVersion = '1.0.0';

/** The OpenAPI 3.1 document of the operations. `urls` are the base addresses without the version segment. */
export function createDocument(operations: readonly Operation[], urls: Record<Environment, string>): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const isAlone = operations.filter(({ path }) => path === operation.path).length === 1;
    const described = describe(operation, isAlone);
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Petstore',
      version: interfaceVersion,
      summary: 'A catalogue of animals for adoption.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: `${urls.production}/v1`, description: 'Production' },
      { url: `${urls.staging}/v1`, description: 'Staging' },
    ],
    security: [{ bearerAuth: [] }],
    tags: [
      { name: 'pets', description: 'The animals.' },
      { name: 'categories', description: 'Names of category numbers.' },
      { name: 'store', description: 'Orders, inventory and statistics.' },
      { name: 'events', description: 'Changes, in their order.' },
      { name: 'webhooks', description: 'Addresses that receive events.' },
      { name: 'keys', description: 'API keys.' },
    ],
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer <API_KEY>`.' },
      },
      schemas: components(namedSchemas),
    },
  };
}

/** `isAlone`: the path has no other method. */
function describe(operation: Operation, isAlone: boolean): Json {
  const { deprecation, stability } = operation;
  const requiredScopes = scopesFor(operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, deprecation && deprecationNote(deprecation, isAlone)]
      .filter(Boolean)
      .join('\n\n'),
    ...(deprecation && { deprecated: true, 'x-sunset': new Date(deprecation.removedAt).toISOString().slice(0, 10) }),
    'x-stability': stability,
    'x-stability-level': stability,
    ...(requiredScopes.length > 0 && { 'x-scope': requiredScopes.join(' ') }),
    // The released document has no scopes here, and clients may be generated from it.
    ...(stability !== 'stable' && { security: [{ bearerAuth: requiredScopes }] }),
    parameters: parameters(operation),
    ...(operation.kind === 'write' && operation.body && { requestBody: requestBody(operation, operation.body) }),
    responses: responses(operation),
  };
}

function requestBody(operation: WriteOperation, schema: TSchema): Json {
  const content = operation.mediaTypes.map((mediaType) => [mediaType, { schema: reference(schema) }]);
  return { required: !isBodyOptional(operation), content: Object.fromEntries(content) };
}

function deprecationNote({ removedAt, advice }: Deprecation, isAlone: boolean): string {
  const note = `Deprecated. Will be removed on ${formatInstant(removedAt)}. ${advice}`;
  if (isAlone) return note;
  return `${note} Only GET is removed: the other methods of this path remain, and the headers do not apply to them.`;
}

function parameters(operation: Operation): Json[] {
  const each = (location: string, isRequired: boolean, all: Record<string, PathParameter | QueryParameter>) =>
    Object.entries(all).map(([name, { schema, description }]) => ({
      name,
      in: location,
      required: isRequired,
      description,
      schema: reference(schema),
    }));
  return [
    ...each('path', true, operation.pathParameters),
    ...each('query', false, operation.query),
    ...parameterHeaders(operation),
  ];
}

function responses(operation: Operation): Json {
  const { status, description, schema } = operation.response;
  const success = {
    description,
    headers: responseHeaders(operation),
    ...(schema && { content: { [jsonType]: { schema: reference(schema) }, ...eventStream(operation) } }),
  };
  const notModified = { 304: { description: 'Not modified: an ETag in `If-None-Match` is current.' } };
  const created = operation.kind === 'write' ? operation.created : undefined;
  return {
    [status]: success,
    ...(created && { [created.status]: { ...success, description: created.description } }),
    ...(operation.kind !== 'write' && notModified),
    ...errorResponses(operation),
  };
}

/** The stream representation of events: server-sent events (HTML standard). */
function eventStream(operation: Operation): Json {
  if (operation.kind !== 'stream') return {};
  return { 'text/event-stream': { schema: { type: 'string', description: 'Each entry as the data of one event.' } } };
}

/** The codes that follow from the kind of an operation, and its own. */
export function errorCodes(operation: Operation): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['malformed_request', 'missing_api_key', 'invalid_api_key', 'insufficient_scope'];
  if (Object.keys(operation.query).length > 0) codes.push('invalid_parameter');
  codes.push('unknown_parameter');
  if (operation.kind === 'list') codes.push('invalid_cursor');
  if (operation.kind === 'write') {
    codes.push('invalid_json', 'validation_failed', 'request_timeout', 'payload_too_large', 'unsupported_media_type');
    codes.push('precondition_failed');
    if (operation.method === 'POST') {
      codes.push('invalid_idempotency_key', 'idempotency_in_progress', 'idempotency_key_reused');
    }
  }
  codes.push(...operation.errors, 'uri_too_long', 'rate_limited', 'internal_error', 'overloaded', 'unavailable');
  return codes;
}

function errorResponses(operation: Operation): Json {
  const byStatus = Map.groupBy(errorCodes(operation), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code].meaning}`).join('\n\n'),
        content: {
          'application/json': {
            schema: reference(ErrorBody),
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: { code, message: errors[code].meaning, status } }]),
            ),
          },
        },
      },
    ]),
  );
}

function components(schemas: readonly TSchema[]): Json {
  return Object.fromEntries(
    schemas.map((schema) => {
      const { $id, ...rest } = schema as Json & { $id: string };
      return [$id, inner(rest)];
    }),
  );
}

/** A schema inside another one: a reference if it has a name. */
function reference(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$id' in schema) return { $ref: `#/components/schemas/${schema.$id}` };
  return Array.isArray(schema) ? schema.map(reference) : inner(schema);
}

function inner(schema: object): Json {
  const published = publishedPattern in schema ? { pattern: schema[publishedPattern] } : {};
  return Object.fromEntries(
    Object.entries({ ...schema, ...published }).map(([name, value]) => [name, reference(value)]),
  );
}
