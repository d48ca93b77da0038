import { type JsonObject, type JsonValue, readJson, toObject, toText } from './json.ts';

// The document is that of this service: the page knows what `emit-document.ts` writes, and a test that it knows all of it.

export interface Server {
  readonly url: string;
  readonly description: string;
}

export type ParameterLocation = 'path' | 'query' | 'header';

export type Parameter = ReturnType<typeof readParameter>;
export type BodyContent = ReturnType<typeof readContent>[number];
export type RequestBody = NonNullable<DocumentOperation['body']>;
export type DocumentedResponse = DocumentOperation['responses'][number];
export type DocumentOperation = ReturnType<typeof readOperation>;
export type ReferenceDocument = Readonly<ReturnType<typeof readDocument>>;
export type OperationGroup = ReferenceDocument['groups'][number];
/** Follows references within the document. */
export type Resolve = (value: JsonValue | undefined) => JsonObject;

interface Source {
  readonly openapi?: string;
  readonly info: Readonly<Record<'title' | 'version' | 'summary' | 'description', string>> & {
    readonly license: { readonly name: string };
  };
  readonly servers: readonly Server[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationSource>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonObject>>;
    readonly securitySchemes: { readonly bearerAuth: { readonly description: string } };
  };
}

interface OperationSource {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  /** What the key must be allowed to do, between blanks. */
  readonly 'x-scope'?: string;
  readonly 'x-stability': string;
  /** The day on which it is removed (RFC 3339, full-date). */
  readonly 'x-sunset'?: string;
  readonly parameters: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: JsonObject;
}

/** Reads the text of the document. @throws SyntaxError when it is not JSON, or not such a document */
export function readDocument(text: string) {
  const json = readJson(text);
  const source = toObject(json) as unknown as Source;
  if (source.openapi === undefined) throw new SyntaxError('The member "openapi" is missing.');
  const { info, servers, tags, paths, components } = source;
  const { schemas } = components;
  const resolve: Resolve = (value) => resolveIn(toObject(json), toObject(value));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation({ ...operation, method, path }, resolve)),
  );
  const codes = toObject(toObject(toObject(schemas['Error'])['properties'])['code']);
  return {
    ...info,
    license: info.license.name,
    servers,
    keyDescription: components.securitySchemes.bearerAuth.description,
    groups: tags.map((tag) => ({ ...tag, operations: operations.filter((operation) => operation.tag === tag.name) })),
    schemas: Object.entries(schemas).map(([name, schema]) => ({ name, schema })),
    errorCodes: Object.entries(toObject(codes['x-enumDescriptions'])).map(([code, meaning]) => ({
      code,
      meaning: toText(meaning),
    })),
    resolve,
  };
}

/** What a reference (`$ref`) leads to, with the members beside it in place of those there. */
function resolveIn(root: JsonObject, { $ref, ...siblings }: JsonObject): JsonObject {
  if ($ref === undefined) return siblings;
  const target = toText($ref)
    .split('/')
    .slice(1)
    .reduce<JsonValue | undefined>((inside, name) => toObject(inside)[name], root);
  return { ...resolveIn(root, toObject(target)), ...siblings };
}

/** The name of the schema that a reference leads to; `undefined` for anything else. */
export function referencedSchema({ $ref }: JsonObject): string | undefined {
  return $ref === undefined ? undefined : toText($ref).split('/').at(-1);
}

function readOperation(source: OperationSource & { method: string; path: string }, resolve: Resolve) {
  const { operationId: id, method, path, summary, description, deprecated = false, requestBody: body } = source;
  return {
    /** Unique in the document, and the fragment of the operation's address. */
    id,
    method: method.toUpperCase(),
    path,
    tag: source.tags[0],
    summary,
    description,
    stability: source['x-stability'],
    isDeprecated: deprecated,
    sunset: source['x-sunset'],
    scopes: source['x-scope']?.split(' ') ?? [],
    parameters: source.parameters.map((parameter) => readParameter(resolve(parameter))),
    body: body && {
      isRequired: body['required'] === true,
      description: toText(body['description']),
      content: readContent(body, resolve),
    },
    responses: Object.entries(source.responses).map(([status, value]) => {
      const response = resolve(value);
      const headers = Object.entries(toObject(response['headers'])).map(([name, header]) => ({
        name,
        ...describedSchema(resolve(header)),
      }));
      return {
        status,
        description: toText(response['description']),
        headers,
        content: readContent(response, resolve),
      };
    }),
  };
}

function readParameter(source: JsonObject) {
  return {
    name: toText(source['name']),
    location: source['in'] as ParameterLocation,
    isRequired: source['required'] === true,
    ...describedSchema(source),
    example: source['example'],
  };
}

function describedSchema({ description, schema }: JsonObject) {
  return { description: toText(description), schema: toObject(schema) };
}

function readContent({ content }: JsonObject, resolve: Resolve) {
  return Object.entries(toObject(content)).map(([mediaType, entry]) => {
    const { schema, example, examples } = toObject(entry);
    const named = Object.entries(toObject(examples)).map(([name, one]) => ({ name, value: resolve(one)['value'] }));
    return {
      mediaType,
      /** `undefined` where the document describes none. */
      schema: schema === undefined ? undefined : toObject(schema),
      examples: [...(example === undefined ? [] : [{ name: '', value: example }]), ...named],
    };
  });
}
