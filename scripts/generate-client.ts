import openapiTypes, { astToString } from 'openapi-typescript';
import typescript from 'typescript';

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

/** What the document asks of a name, for who wants to know before it is sent. */
export function generateNameRule(document: string): string {
  const { minLength, maxLength, pattern } = JSON.parse(document).components.schemas.NewPet.properties.name;
  return `${header}export const nameRule = ${JSON.stringify({ minLength, maxLength, pattern }, null, 2)} as const;\n`;
}

if (import.meta.main) {
  const document = await Bun.file(new URL('../openapi.json', import.meta.url)).text();
  await Bun.write(new URL('../client/schema.gen.ts', import.meta.url), await generateClientTypes(document));
  await Bun.write(new URL('../client/name-rule.gen.ts', import.meta.url), generateNameRule(document));
}
