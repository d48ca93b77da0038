import { renameSync } from 'node:fs';
import openapiTypes, { astToString, type SchemaObject } from 'openapi-typescript';
import typescript from 'typescript';
import { programVersion } from '../src/lib/system/program-files.ts';
import {
  type Document,
  exampleOf,
  lastName,
  methodsByResource,
  operationsOf,
  type PlainSchema,
  typeNames,
  withoutType,
} from './client-document.ts';
import { generateMethods } from './client-methods.ts';

const header = '// Generated from openapi.json by scripts/generate-client.ts. Do not edit.\n\n';
const { factory, SyntaxKind } = typescript;

/**
 * Generates the types of the SDK from an OpenAPI 3.1 document: those of its schemas, and of the query of each operation,
 * `listPetsQuery`. Every integer becomes a `bigint`, because the SDK parses every integer of a response as one; those of a
 * query only if they have 64 bits. A member with a default stays optional, because request bodies may omit it. A word of
 * an open list may be a newer one.
 */
export async function generateClientTypes(text: string): Promise<string> {
  const document: Document<KnownSchema> = JSON.parse(text);
  const schemas = { ...document.components.schemas, ...queriesOf(document) };
  const reduced = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } };
  const nodes = await openapiTypes(reduced, { defaultNonNullable: false, transform: toTypeNode });
  const types = astToString(nodes).replaceAll(/components\["schemas"\]\["(\w+)"\]/g, (type, name: string) =>
    schemas[name]?.['x-extensible-enum'] === undefined ? type : `OrNewer<${type}>`,
  );
  // Editors show the tag without the words, which are in the type.
  const shown = types.replaceAll(/^ *\/\*\* @enum \{.*\} \*\/\n|^ *\* @enum \{.*\}\n/gm, '');
  return `${header}import type { Int32, OrNewer } from './transport/shape.ts';\n\n${shown}`;
}

/** Generates a named type for each schema that programs meet: not for pages, which the SDK reads as a `PagedList`. */
export function generateTypeNames(text: string): string {
  const document: Document = JSON.parse(text);
  const types = Object.entries(document.components.schemas).flatMap(([name, { type, description }]) =>
    type === 'array' || withoutType.test(name)
      ? []
      : [`/** ${description} */\nexport type ${typeNames[name] ?? name} = components['schemas']['${name}'];\n`],
  );
  return `${header}import type { components } from './schema.gen.ts';\n\n${types.join('')}`;
}

/** The types of integers and of lists of words that later releases may extend. */
function toTypeNode({
  type,
  format,
  'x-extensible-enum': values,
}: SchemaObject & Pick<PlainSchema, 'x-extensible-enum'>) {
  const isInt32 = format === 'int32';
  const integer = isInt32
    ? factory.createTypeReferenceNode('Int32')
    : factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword);
  const types: readonly unknown[] = [type].flat();
  if (types.includes('integer')) {
    if (!types.includes('null')) return integer;
    return factory.createUnionTypeNode([integer, factory.createLiteralTypeNode(factory.createNull())]);
  }
  if (values === undefined) return undefined;
  return factory.createUnionTypeNode(
    values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
  );
}

/** The same for the generator of types. */
type KnownSchema = SchemaObject & PlainSchema;

/** The query of each operation as a schema, with an example of each parameter as the SDK takes it. */
function queriesOf(document: Document<KnownSchema>) {
  const queries: Record<string, KnownSchema> = {};
  for (const { id, query } of operationsOf(document)) {
    const properties: Record<string, KnownSchema> = {};
    for (const { option, description, schema } of query) {
      const example = exampleOf(document, schema);
      if (example === undefined) throw new Error(`The parameter ${option} of ${id} has no example`);
      // What is called a summary becomes the text of the docstring; the description of the type says less.
      const { format, description: _, ...others } = schema;
      const type: KnownSchema = schema.type === 'integer' && format !== 'int64' ? { type: 'number' } : others;
      const summary = description.replace(/\bBeta\.$/, "It can change after 90 days' notice.");
      const documented = { ...type, summary, examples: [`{ ${option}: ${example} }`] };
      properties[option] = documented;
    }
    if (query.length > 0) queries[`${id}Query`] = { type: 'object', properties };
  }
  return queries;
}

const guardImports = `import type { components } from './schema.gen.ts';
import { type Guard, isArrayOf, isBoolean, isInt32, isInteger, isMapOf, isNumber, isOneOf, isShape, isString, isWord, optional } from './transport/shape.ts';

type Schemas = components['schemas'];

`;

/**
 * Generates the guards of the SDK, one for each schema in successful responses, and the lists of words in them. Both are
 * in git, unlike the types: they run, also where the generator of the types is not installed.
 */
export function generateGuards(document: string) {
  const { components, paths }: Document = JSON.parse(document);
  const lists = new Map<string, string>();
  // In the order in which they are declared: each after those that it needs.
  const guards = new Map<string, string>();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const responses = operations.flatMap((operation) => Object.entries(operation.responses ?? {}));
  for (const [status, { content = {} }] of responses) {
    if (status.startsWith('2')) for (const { schema } of Object.values(content)) guardOf(schema, '');
  }
  const declarations = [...guards].map(
    ([name, guard]) => `export const is${name}: Guard<Schemas['${name}']> = ${guard};`,
  );
  return {
    guards: `${header}import * as words from './words.gen.ts';\n${guardImports}${declarations.join('\n')}\n`,
    words: `${header}${[...lists].map(([name, list]) => `/** Every \`${name}\`. */\nexport const ${listName(name)} = ${list} as const;\n`).join('')}`,
  };

  /** The guard of a schema as an expression. The path is that of the schema: `Pet.status`. */
  function guardOf(schema: PlainSchema, path: string): string {
    const { $ref, type, format, items, properties, required = [], additionalProperties } = schema;
    if ($ref !== undefined) {
      const name = lastName($ref);
      if (!guards.has(name)) guards.set(name, guardOf(components.schemas[name] ?? {}, name));
      return `is${name}`;
    }
    const list = schema.enum ?? schema['x-extensible-enum'];
    if (list !== undefined && !path.includes('.')) lists.set(path, JSON.stringify(list));
    if (schema['x-extensible-enum'] !== undefined) return `isWord<Schemas['${path}']>()`;
    if (list !== undefined) return `isOneOf(${lists.has(path) ? `words.${listName(path)}` : JSON.stringify(list)})`;
    if (type === 'boolean') return 'isBoolean';
    if (type === 'string') return 'isString';
    if (type === 'number') return 'isNumber';
    if (type === 'integer') return format === 'int32' ? 'isInt32' : 'isInteger';
    if (items) return `isArrayOf(${guardOf(items, `${path}.*`)})`;
    if (additionalProperties) return `isMapOf(${guardOf(additionalProperties, `${path}.*`)})`;
    if (properties === undefined) throw new Error(`The SDK has no guard for the schema of ${path}`);
    const members = Object.entries(properties).map(([name, member]) => {
      const guard = guardOf(member, `${path}.${name}`);
      return `${name}: ${required.includes(name) ? guard : `optional(${guard})`}`;
    });
    return `isShape({ ${members.join(', ')} })`;
  }
}

/** `PetStatus` is listed as `petStatuses`. */
function listName(type: string): string {
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}${/[sx]$/.test(type) ? 'e' : ''}s`;
}

/** Generates the table of operations from which the methods of the SDK follow: by resource and method, as plain data. */
export function generateOperations(text: string): string {
  const tables = [...methodsByResource(JSON.parse(text))].map(([resource, methods]) => {
    const rows = [...methods].map(([name, { kind, method, path, query, response, body }]) => {
      const options = query.map((parameter) => `${parameter.option}: '${parameter.name}'`);
      const accepts = response === undefined ? 'isEmptyBody' : `guards.is${lastName(response)}`;
      const sent = body === undefined ? '' : `, body: '${lastName(body)}'`;
      const what = `path: '${path}', accepts: ${accepts}, query: { ${options.join(', ')} }${sent}`.replace(
        '{  }',
        '{}',
      );
      return `    ${name}: { kind: '${kind}', ${kind === 'call' ? `method: '${method}', ` : ''}${what} },\n`;
    });
    return `  ${resource}: {\n${rows.join('')}  },\n`;
  });
  return `${header}import * as guards from './guards.gen.ts';
import { isEmptyBody } from './transport/shape.ts';

export const operations = {
${tables.join('')}} as const;
`;
}

/** The version that the SDK tells the service. */
export function generateVersion(): string {
  return `// Generated from package.json by scripts/generate-client.ts. Do not edit.\n\nexport const version = '${programVersion}';\n`;
}

if (import.meta.main) {
  const client = Bun.fileURLToPath(new URL('../client', import.meta.url));
  const document = await Bun.file(`${client}/../openapi.json`).text();
  const types = `${client}/schema.gen.ts`;
  await Bun.write(`${client}/types.gen.ts`, generateTypeNames(document));
  await Bun.write(`${client}/resources.gen.ts`, header + generateMethods(document));
  // The last of what is not in git, and in one step: scripts/install.sh takes a file that is newer than the document to be whole.
  await Bun.write(`${types}.${process.pid}`, await generateClientTypes(document));
  renameSync(`${types}.${process.pid}`, types);
  const { guards, words } = generateGuards(document);
  await Bun.write(`${client}/words.gen.ts`, words);
  await Bun.write(`${client}/guards.gen.ts`, guards);
  await Bun.write(`${client}/operations.gen.ts`, generateOperations(document));
  await Bun.write(`${client}/version.gen.ts`, generateVersion());
}
