import { renameSync } from 'node:fs';
import openapiTypes, { astToString, type SchemaObject } from 'openapi-typescript';
import typescript from 'typescript';
import { programVersion } from '../src/lib/program-files.ts';

const header = '// Generated from openapi.json by scripts/generate-client.ts. Do not edit.\n\n';
const { factory, SyntaxKind } = typescript;

interface Document<Schema> {
  readonly components: { readonly schemas: Record<string, Schema> };
  readonly paths: Record<string, Record<string, Operation<Schema>>>;
}

interface Operation<Schema> {
  readonly parameters?: { name?: string; schema?: Schema }[];
  readonly responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** A schema, as far as guards look at it. */
interface GuardedSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly items?: GuardedSchema;
  readonly properties?: Record<string, GuardedSchema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: GuardedSchema;
}

/**
 * Generates the types of the SDK from an OpenAPI 3.1 document: those of its schemas, and of the one parameter that the SDK
 * takes from it. Every integer becomes a `bigint`, because the SDK parses every integer of a response as one. A member
 * with a default stays optional, because request bodies may omit it.
 */
export async function generateClientTypes(document: string): Promise<string> {
  const { components, paths }: Document<SchemaObject> = JSON.parse(document);
  const sort = paths['/pets']?.['get']?.parameters?.find(({ name }) => name === 'sort')?.schema;
  const schemas = { ...components.schemas, ...(sort && { PetSort: sort }) };
  const reduced = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } };
  const nodes = await openapiTypes(reduced, { defaultNonNullable: false, transform: toTypeNode });
  return header + astToString(nodes);
}

/** The types of integers and of lists of values that later releases may extend. The SDK marks those itself. */
function toTypeNode({ type, 'x-extensible-enum': values }: SchemaObject & { 'x-extensible-enum'?: readonly string[] }) {
  const integer = factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword);
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

/** The lists of words of which the SDK lets others through: those that a newer server may have. */
const openLists = ['Role', 'Scope', 'EventType', 'PhotoSource.type'];

const guardImports = `import type { components } from './schema.gen.ts';
import { type Guard, isArrayOf, isBoolean, isInt32, isInteger, isMapOf, isOneOf, isShape, isString, isWord, optional } from './transport/shape.ts';

type Schemas = components['schemas'];

`;

/**
 * Generates the guards of the SDK, one for each schema in successful responses, and the lists of words in them. They are
 * in git, unlike the types: they run, also where the generator of the types is not installed.
 */
export function generateGuards(document: string): string {
  const { components, paths }: Document<GuardedSchema> = JSON.parse(document);
  const lists = new Map<string, string>();
  // In the order in which they are declared: each after those that it needs.
  const guards = new Map<string, string>();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const responses = operations.flatMap((operation) => Object.entries(operation.responses ?? {}));
  for (const [status, { content = {} }] of responses) {
    if (status.startsWith('2')) for (const { schema } of Object.values(content)) guardOf(schema, '');
  }
  const words = [...lists].map(([name, list]) => `  ${name}: ${list},\n`).join('');
  const declarations = [...guards].map(
    ([name, guard]) => `export const is${name}: Guard<Schemas['${name}']> = ${guard};`,
  );
  return `${header}${guardImports}export const lists = {\n${words}} as const;\n\n${declarations.join('\n')}\n`;

  /** The guard of a schema as an expression. The path is that of the schema: `Pet.status`. */
  function guardOf(schema: GuardedSchema, path: string): string {
    const { $ref, type, format, items, properties, required = [], additionalProperties } = schema;
    if ($ref !== undefined) {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      if (!guards.has(name)) guards.set(name, guardOf(components.schemas[name] ?? {}, name));
      return `is${name}`;
    }
    const list = schema.enum ?? schema['x-extensible-enum'];
    if (list !== undefined && !path.includes('.')) lists.set(path, JSON.stringify(list));
    if (openLists.includes(path)) return `isWord<Schemas['${path.replace('.', "']['")}']>()`;
    if (list !== undefined) return `isOneOf(${lists.has(path) ? `lists.${path}` : JSON.stringify(list)})`;
    if (type === 'boolean') return 'isBoolean';
    if (type === 'string') return 'isString';
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

/** The version that the SDK tells the service. */
export function generateVersion(): string {
  return `// Generated from package.json by scripts/generate-client.ts. Do not edit.\n\nexport const version = '${programVersion}';\n`;
}

if (import.meta.main) {
  const client = Bun.fileURLToPath(new URL('../client', import.meta.url));
  const document = await Bun.file(`${client}/../openapi.json`).text();
  const types = `${client}/schema.gen.ts`;
  // In one step: scripts/install.sh takes a file that is newer than the document to be whole.
  await Bun.write(`${types}.${process.pid}`, await generateClientTypes(document));
  renameSync(`${types}.${process.pid}`, types);
  await Bun.write(`${client}/guards.gen.ts`, generateGuards(document));
  await Bun.write(`${client}/version.gen.ts`, generateVersion());
}
