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
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface Content {
  readonly [mediaType: string]: { readonly schema?: JsonSchema; readonly examples?: Readonly<Record<string, unknown>> };
}

export interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly 'x-scope'?: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Content };
  /** By status; `default` is what it has beside them. */
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

const { paths, components } = expandReferences(document) as unknown as {
  readonly paths: Readonly<Record<string, Record<string, DocumentedOperation>>>;
  readonly components: { readonly schemas: { readonly Error: JsonSchema; readonly Problem: JsonSchema } };
};

/** The schemas of all errors. */
export const errors = components.schemas;

/** All operations. A path without placeholders comes before one that it also matches. */
export const operations = Object.entries(paths)
  .flatMap(([template, methods]) => Object.entries(methods).map(([method, found]) => read(template, method, found)))
  .sort((a, b) => a.template.split('{').length - b.template.split('{').length);

/** An operation as the document describes it. Its template is the path with placeholders, without the version segment. */
export type Operation = ReturnType<typeof read>;

/** The operations of a path; none if there is no such path. */
export function operationsAt(path: string): readonly Operation[] {
  const template = operations.find((candidate) => candidate.path.test(path))?.template;
  return operations.filter((candidate) => candidate.template === template);
}

function read(template: string, method: string, found: DocumentedOperation) {
  const content = found.requestBody?.content ?? {};
  const schema = Object.values(content)[0]?.schema ?? {};
  const query = found.parameters.filter((parameter) => parameter.in === 'query');
  return {
    id: found.operationId,
    method: method.toUpperCase(),
    template,
    path: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    scopes: found['x-scope']?.split(' ') ?? [],
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    mediaTypes: Object.keys(content),
    // Bytes are of any kind.
    body: schema['format'] === 'binary' ? {} : schema,
    responses: found.responses,
  };
}
