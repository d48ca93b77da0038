import openapiTypes, { astToString, type SchemaObject } from 'openapi-typescript';
import typescript from 'typescript';
import { programVersion } from '../src/lib/program-files.ts';
import { NewPet } from '../src/operations/schemas/pets.ts';

const header = '// Generated from openapi.json by scripts/generate-client.ts. Do not edit.\n\n';
const { factory, SyntaxKind } = typescript;

/**
 * Generates the types of the SDK from an OpenAPI 3.1 document. Every integer becomes a `bigint`, because the SDK parses
 * every integer of a response as one. A member with a default stays optional, because request bodies may omit it.
 */
export async function generateClientTypes(document: string): Promise<string> {
  const nodes = await openapiTypes(document, {
    defaultNonNullable: false,
    transform: toTypeNode,
  });
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

/**
 * The rule for names, for clients that validate before they send. The document cannot express all of it, because its
 * patterns are limited to the regular expressions that many languages understand.
 */
export function generateNameRule(): string {
  const { minLength, maxLength, pattern } = JSON.parse(JSON.stringify(NewPet.properties.name));
  const source = '// Generated from src/operations/schemas by scripts/generate-client.ts. Do not edit.\n\n';
  return `${source}export const nameRule = ${JSON.stringify({ minLength, maxLength, pattern }, null, 2)} as const;\n`;
}

/** The version that the SDK tells the service. */
export function generateVersion(): string {
  return `// Generated from package.json by scripts/generate-client.ts. Do not edit.\n\nexport const version = '${programVersion}';\n`;
}

if (import.meta.main) {
  const document = await Bun.file(new URL('../openapi.json', import.meta.url)).text();
  await Bun.write(new URL('../client/schema.gen.ts', import.meta.url), await generateClientTypes(document));
  await Bun.write(new URL('../client/name-rule.gen.ts', import.meta.url), generateNameRule());
  await Bun.write(new URL('../client/version.gen.ts', import.meta.url), generateVersion());
}
