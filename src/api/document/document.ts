import type { Environment } from '../../lib/key-format.ts';
import { type Deprecation, isBodyOptional, type Operation, scopesFor } from '../operation.ts';
import type { Resource } from '../resource.ts';
import { Components, type Json } from './components.ts';
import { examples } from './examples.ts';
import { formatInstant } from './headers.ts';
import introductionFile from './introduction.md' with { type: 'text' };
import { describeParameters } from './parameters.ts';
import { describeResponses } from './responses.ts';
import { describeWebhooks } from './webhooks.ts';

const introduction = introductionFile.trim();

/** The version of the API, not of the program. */
export const interfaceVersion = '1.0.0';

/** A base address of the API. `url` may have `variables` (OpenAPI 3.1, section 4.8.5). */
export interface ServerEntry {
  url: string;
  description: string;
  variables?: Record<string, { default: string }>;
}

/** The servers of an installation, whose addresses are without the version segment. */
export function describeServers(urls: Record<Environment, string | undefined>): ServerEntry[] {
  const all = { Production: urls.production, Staging: urls.staging };
  return Object.entries(all).flatMap(([description, url]) =>
    url === undefined ? [] : [{ url: `${url}/v1`, description }],
  );
}

/** The OpenAPI 3.1 document of the operations of all resources. */
export function createDocument(resources: readonly Resource[], servers: readonly ServerEntry[]): Json {
  const operations = resources.flatMap((resource) => resource.operations);
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const { tag, operations: own } of resources) {
    for (const operation of own) {
      const described = describeOperation(tag, operation, operations, components);
      paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described };
    }
  }
  const messages = resources.flatMap((resource) => resource.sent ?? []);
  const webhooks = describeWebhooks(messages, components);
  const content = JSON.stringify([introduction, { paths, webhooks, components: components.parts }]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Petstore',
      version: interfaceVersion,
      // Moves with every change, while `version` stays that of the interface.
      'x-revision': Bun.hash(content).toString(36),
      summary: 'A catalogue of animals for adoption.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers,
    security: [{ bearerAuth: [] }],
    tags: describeTags(resources),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer <API_KEY>`.' },
      },
      ...components.parts,
    },
  };
}

function describeTags(resources: readonly Resource[]): Json[] {
  const tags = resources.flatMap(({ tag, about }) => (about === undefined ? [] : [{ name: tag, description: about }]));
  return tags.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function describeOperation(
  tag: string,
  operation: Operation,
  operations: readonly Operation[],
  components: Components,
): Json {
  const { id, summary, description, deprecation, stability } = operation;
  const isAlone = operations.filter(({ path }) => path === operation.path).length === 1;
  const requiredScopes = scopesFor(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: deprecation ? `${description}\n\n${deprecationNote(deprecation, isAlone)}` : description,
    ...(deprecation && { deprecated: true, 'x-sunset': new Date(deprecation.removedAt).toISOString().slice(0, 10) }),
    'x-stability': stability,
    // The levels that tools for comparing documents know.
    'x-stability-level': stability === 'experimental' ? 'alpha' : stability,
    ...(requiredScopes.length > 0 && { 'x-scope': requiredScopes.join(' ') }),
    // The released document has no scopes here, and clients may be generated from it.
    ...(stability !== 'stable' && { security: [{ bearerAuth: requiredScopes }] }),
    parameters: describeParameters(operation, operations, components),
    ...requestBody(operation, components),
    responses: describeResponses(operation, components),
  };
}

function requestBody(operation: Operation, components: Components): Json {
  if (operation.kind !== 'write') return {};
  const { id, mediaTypes } = operation;
  const contentOf = (content: Json) => Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content]));
  // OpenAPI 3.1 needs no schema for bytes (section 4.8.14.3), but without it generators send none.
  if (operation.write === 'upload') {
    return {
      requestBody: {
        required: true,
        description: operation.bodyDescription,
        content: contentOf({ schema: { type: 'string', format: 'binary' } }),
      },
    };
  }
  if (operation.body === undefined) return {};
  const schema = components.describeSchema(operation.body, 'sent');
  const content = contentOf({ schema, example: examples.operations[id]?.request });
  return { requestBody: { required: !isBodyOptional(operation), content } };
}

function deprecationNote({ removedAt, advice }: Deprecation, isAlone: boolean): string {
  const note = `Deprecated. Available until ${formatInstant(removedAt)}, and 410 \`operation_removed\` from then on. ${advice}`;
  if (isAlone) return note;
  return `${note} Only GET is removed: the other methods of this path remain, and the headers do not apply to them.`;
}
