import openapiTypes, { astToString } from 'openapi-typescript';
import typescript from 'typescript';
import { NewPet } from '../src/operations/schemas/pets.ts';

const header = '// Generated from openapi.json by scripts/generate-client.ts. Do not edit.\n\n';
const { factory, SyntaxKind } = typescript;

/**
 * Translates an OpenAPI 3.1 document into the types of the SDK. Every integer becomes a `bigint`, because the SDK reads
 * every integer of an answer as one. A member with a default stays optional: in a request body it may be left out.
 */
export async function generateClientTypes(document: string): Promise<string> {
  const nodes = await openapiTypes(document, {
    defaultNonNullable: false,
    transform: ({ type }) => (type === 'integer' ? factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword) : undefined),
  });
  return header + astToString(nodes);
}

/**
 * What the service asks of a name, for who wants to know before it is sent: the document cannot say all of it, since its
 * patterns are those that the regular expressions of many languages can read.
 */
export function generateNameRule(): string {
  const { minLength, maxLength, pattern } = JSON.parse(JSON.stringify(NewPet.properties.name));
  const source = '// Generated from src/operations/schemas by scripts/generate-client.ts. Do not edit.\n\n';
  return `${source}export const nameRule = ${JSON.stringify({ minLength, maxLength, pattern }, null, 2)} as const;\n`;
}

if (import.meta.main) {
  const document = await Bun.file(new URL('../openapi.json', import.meta.url)).text();
  await Bun.write(new URL('../client/schema.gen.ts', import.meta.url), await generateClientTypes(document));
  await Bun.write(new URL('../client/name-rule.gen.ts', import.meta.url), generateNameRule());
}
