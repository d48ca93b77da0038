import { renameSync } from 'node:fs';
import openapiTypes, { astToString, type SchemaObject } from 'openapi-typescript';
import typescript from 'typescript';
import { programVersion } from '../src/lib/program-files.ts';

const header = '// Generated from openapi.json by scripts/generate-client.ts. Do not edit.\n\n';
const { factory, SyntaxKind } = typescript;

interface Document {
  readonly components: { readonly schemas: Record<string, SchemaObject> };
  readonly paths: Record<string, { get?: { parameters?: { name?: string; schema?: SchemaObject }[] } }>;
}

/**
 * Generates the types of the SDK from an OpenAPI 3.1 document: those of its schemas, and of the one parameter that the SDK
 * takes from it. Every integer becomes a `bigint`, because the SDK parses every integer of a response as one. A member
 * with a default stays optional, because request bodies may omit it.
 */
export async function generateClientTypes(document: string): Promise<string> {
  const { components, paths }: Document = JSON.parse(document);
  const sort = paths['/pets']?.get?.parameters?.find(({ name }) => name === 'sort')?.schema;
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
  await Bun.write(`${client}/version.gen.ts`, generateVersion());
}
