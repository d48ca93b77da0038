import { type JsonObject, readJson, toList, toObject, toText } from './json.ts';
import { readOperation } from './operation.ts';
import { createResolve, type Resolve } from './resolve.ts';

export type Server = Readonly<ReturnType<typeof readServer>>;

/** An OpenAPI document as the page shows it. */
export type ReferenceDocument = Readonly<ReturnType<typeof readDocument>>;
export type OperationGroup = ReferenceDocument['groups'][number];
export type NamedSchema = ReferenceDocument['schemas'][number];
export type ErrorCode = ReferenceDocument['errorCodes'][number];

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const untagged = 'Other operations';

/** Reads the text of an OpenAPI 3.1 document. @throws SyntaxError when it is not JSON, or not such a document */
export function readDocument(text: string) {
  const root = toObject(readJson(text));
  if (toText(root['openapi']) === undefined) throw new SyntaxError('The member "openapi" is missing.');
  const resolve = createResolve(root);
  const info = toObject(root['info']);
  const components = toObject(root['components']);
  const schemas = toObject(components['schemas']);
  return {
    title: toText(info['title']) ?? '',
    version: toText(info['version']) ?? '',
    summary: toText(info['summary']) ?? '',
    description: toText(info['description']) ?? '',
    license: toText(toObject(info['license'])['name']),
    servers: toList(root['servers']).map((server) => readServer(toObject(server))),
    securitySchemes: Object.entries(toObject(components['securitySchemes'])).map(([name, scheme]) =>
      readSecurityScheme(name, resolve(scheme)),
    ),
    groups: readGroups(root, resolve),
    schemas: Object.entries(schemas).map(([name, schema]) => ({ name, schema: toObject(schema) })),
    errorCodes: readErrorCodes(toObject(schemas['Error'])),
    resolve,
  };
}

function readServer(source: JsonObject) {
  return { url: toText(source['url']) ?? '/', description: toText(source['description']) ?? '' };
}

function readSecurityScheme(name: string, source: JsonObject) {
  const words = [source['type'], source['scheme'], source['in'], source['name']].map(toText);
  // Such as `http bearer`.
  const type = words.filter((word) => word !== undefined).join(' ');
  return { name, type, description: toText(source['description']) ?? '' };
}

/** The values of `code`, each with its description. */
function readErrorCodes(error: JsonObject) {
  const { code } = toObject(error['properties']);
  const descriptions = Object.entries(toObject(toObject(code)['x-enumDescriptions']));
  return descriptions.map(([name, meaning]) => ({ code: name, meaning: toText(meaning) ?? '' }));
}

/** The operations by their first tag: tags in the document's order, then those that it does not list. */
function readGroups(root: JsonObject, resolve: Resolve) {
  const operations = Object.entries(toObject(root['paths'])).flatMap(([path, item]) => {
    const pathItem = resolve(item);
    return Object.keys(pathItem)
      .filter((name) => methods.has(name))
      .map((method) => readOperation({ method, path, pathItem, security: root['security'] }, resolve));
  });
  const descriptions = new Map(
    toList(root['tags']).map((tag) => {
      const { name, description } = toObject(tag);
      return [toText(name) ?? '', toText(description) ?? ''] as const;
    }),
  );
  const byTag = Map.groupBy(operations, ({ tag }) => tag ?? untagged);
  const names = new Set([...descriptions.keys(), ...byTag.keys()]);
  return [...names]
    .map((name) => ({ name, description: descriptions.get(name) ?? '', operations: byTag.get(name) ?? [] }))
    .filter((group) => group.operations.length > 0);
}
