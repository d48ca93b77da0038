import { Compile } from 'typebox/schema';
import document from '../../../openapi.json' with { type: 'json' };
import { expandReferences } from '../breaking-changes/document.ts';

/** A JSON Schema, as far as the document uses it. */
export interface JsonSchema {
  readonly type?: string | readonly [type: string, orNull: 'null'];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface Content {
  readonly [mediaType: string]: { readonly schema?: JsonSchema; readonly examples?: Readonly<Record<string, unknown>> };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly 'x-scope'?: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** A response of an operation, by its documented status. */
export interface DocumentedResponse {
  /** By media type; empty if there is no body. */
  readonly isValid: ReadonlyMap<string, (body: unknown) => boolean>;
  /** The error codes that it may have; empty for a success. */
  readonly codes: ReadonlySet<string>;
}

/** An operation as the document describes it. */
export interface FuzzedOperation {
  readonly id: string;
  readonly method: string;
  /** With placeholders, without the version segment. */
  readonly template: string;
  readonly path: RegExp;
  readonly scopes: readonly string[];
  readonly pathParameters: Readonly<Record<string, JsonSchema>>;
  readonly query: Readonly<Record<string, JsonSchema>>;
  readonly body: { readonly mediaTypes: readonly string[]; readonly schema: JsonSchema } | undefined;
  readonly responses: ReadonlyMap<number, DocumentedResponse>;
}

const paths = expandReferences(document)['paths'] as Readonly<
  Record<string, Readonly<Record<string, DocumentedOperation>>>
>;
/** By the text of their schema, because most responses share one. */
const compiled = new Map<string, (body: unknown) => boolean>();

/** All operations. A path without placeholders comes before one that it also matches. */
export const fuzzedOperations: readonly FuzzedOperation[] = Object.entries(paths)
  .flatMap(([template, methods]) => Object.entries(methods).map(([method, found]) => read(template, method, found)))
  .sort((a, b) => Object.keys(a.pathParameters).length - Object.keys(b.pathParameters).length);

/** The operation that a request is for, and the methods of its path; `undefined` if there is no such path. */
export function findOperation(
  method: string,
  path: string,
): { operation: FuzzedOperation | undefined; methods: readonly string[] } | undefined {
  const template = fuzzedOperations.find((candidate) => candidate.path.test(path))?.template;
  if (template === undefined) return undefined;
  const all = fuzzedOperations.filter((candidate) => candidate.template === template);
  const documented = method === 'HEAD' ? 'GET' : method;
  return {
    operation: all.find((candidate) => candidate.method === documented),
    methods: all.map((candidate) => candidate.method),
  };
}

function read(template: string, method: string, found: DocumentedOperation): FuzzedOperation {
  const parameters = (location: string) =>
    Object.fromEntries(found.parameters.filter((one) => one.in === location).map(({ name, schema }) => [name, schema]));
  const content = found.requestBody?.content ?? {};
  const mediaTypes = Object.keys(content);
  return {
    id: found.operationId,
    method: method.toUpperCase(),
    template,
    path: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    scopes: found['x-scope']?.split(' ') ?? [],
    pathParameters: parameters('path'),
    query: parameters('query'),
    body: mediaTypes[0] === undefined ? undefined : { mediaTypes, schema: content[mediaTypes[0]]?.schema ?? {} },
    responses: new Map(
      Object.entries(found.responses).map(([status, response]) => [Number(status), readResponse(response)]),
    ),
  };
}

function readResponse({ content = {} }: { readonly content?: Content }): DocumentedResponse {
  const entries = Object.entries(content);
  return {
    isValid: new Map(entries.map(([mediaType, { schema }]) => [mediaType, compile(schema ?? {})])),
    codes: new Set(entries.flatMap(([, { examples = {} }]) => Object.keys(examples))),
  };
}

function compile(schema: JsonSchema): (body: unknown) => boolean {
  const text = JSON.stringify(schema);
  let check = compiled.get(text);
  if (check === undefined) {
    const validator = Compile(schema);
    check = (body) => validator.Check(body);
    compiled.set(text, check);
  }
  return check;
}
