import { type JsonObject, type JsonValue, toList, toObject, toText, toTexts } from './json.ts';
import type { Resolve } from './resolve.ts';

/** Where a parameter stands in a request. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

export type Parameter = Readonly<NonNullable<ReturnType<typeof readParameter>>>;
export type BodyContent = Readonly<ReturnType<typeof readContent>[number]>;
export type RequestBody = Readonly<ReturnType<typeof readBody>>;
export type DocumentedResponse = Readonly<ReturnType<typeof readResponse>>;
export type DocumentOperation = Readonly<ReturnType<typeof readOperation>>;

interface OperationSource {
  readonly method: string;
  readonly path: string;
  readonly pathItem: JsonObject;
  /** The security requirements of the whole document. */
  readonly security: JsonValue | undefined;
}

export function readOperation({ method, path, pathItem, security }: OperationSource, resolve: Resolve) {
  const source = toObject(pathItem[method]);
  const requirements = toList(source['security'] ?? security).map(toObject);
  const scope = toText(source['x-scope']);
  const granted = requirements.flatMap((requirement) => Object.values(requirement).flatMap(toTexts));
  return {
    /** Unique in the document, and the fragment of the operation's address. */
    id: toText(source['operationId']) ?? `${method}${path}`,
    method: method.toUpperCase(),
    path,
    tag: toTexts(source['tags'])[0],
    summary: toText(source['summary']) ?? `${method.toUpperCase()} ${path}`,
    description: toText(source['description']) ?? '',
    stability: toText(source['x-stability']),
    isDeprecated: source['deprecated'] === true,
    /** The day on which it is removed (RFC 3339, full-date). */
    sunset: toText(source['x-sunset']),
    // An empty requirement among others makes the key optional (OpenAPI 3.1, section 4.8.30).
    needsKey: requirements.length > 0 && requirements.every((requirement) => Object.keys(requirement).length > 0),
    /** What the key must be allowed to do. */
    scopes: [...new Set([...(scope === undefined ? [] : [scope]), ...granted])],
    parameters: readParameters(pathItem, source, resolve),
    body: source['requestBody'] === undefined ? undefined : readBody(resolve(source['requestBody']), resolve),
    responses: Object.entries(toObject(source['responses'])).map(([status, response]) =>
      readResponse(status, resolve(response), resolve),
    ),
  };
}

/** Those of the path, replaced by those of the operation that have the same name and location. */
function readParameters(pathItem: JsonObject, source: JsonObject, resolve: Resolve): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const value of [...toList(pathItem['parameters']), ...toList(source['parameters'])]) {
    const parameter = readParameter(resolve(value), resolve);
    if (parameter !== undefined) found.set(`${parameter.location} ${parameter.name}`, parameter);
  }
  return [...found.values()];
}

function readParameter(source: JsonObject, resolve: Resolve) {
  const name = toText(source['name']);
  const location = readLocation(source['in']);
  if (name === undefined || location === undefined) return undefined;
  const [content] = readContent(source['content'], resolve);
  const [example] = [...readExamples(source, resolve), ...(content?.examples ?? [])];
  return {
    name,
    location,
    isRequired: source['required'] === true,
    isDeprecated: source['deprecated'] === true,
    description: toText(source['description']) ?? '',
    schema: content?.schema ?? toObject(source['schema']),
    example: example?.value,
    /** Whether each item of an array is a parameter of its own. */
    isExploded: source['explode'] !== false,
  };
}

function readLocation(value: JsonValue | undefined): ParameterLocation | undefined {
  return value === 'path' || value === 'query' || value === 'header' || value === 'cookie' ? value : undefined;
}

function readBody(source: JsonObject, resolve: Resolve) {
  return {
    isRequired: source['required'] === true,
    description: toText(source['description']) ?? '',
    content: readContent(source['content'], resolve),
  };
}

/** @param status such as `200`, `4XX` or `default` */
function readResponse(status: string, source: JsonObject, resolve: Resolve) {
  const headers = Object.entries(toObject(source['headers'])).map(([name, value]) => {
    const header = resolve(value);
    return { name, description: toText(header['description']) ?? '', schema: toObject(header['schema']) };
  });
  const description = toText(source['description']) ?? '';
  return { status, description, headers, content: readContent(source['content'], resolve) };
}

function readContent(value: JsonValue | undefined, resolve: Resolve) {
  return Object.entries(toObject(value)).map(([mediaType, entry]) => {
    const source = toObject(entry);
    /** `undefined` where the document describes no schema. */
    const schema = source['schema'] === undefined ? undefined : toObject(source['schema']);
    return { mediaType, schema, examples: readExamples(source, resolve) };
  });
}

function readExamples(source: JsonObject, resolve: Resolve) {
  const named = Object.entries(toObject(source['examples'])).flatMap(([name, entry]) => {
    const { value } = resolve(entry);
    return value === undefined ? [] : [{ name, value }];
  });
  const { example } = source;
  return example === undefined ? named : [{ name: '', value: example }, ...named];
}
