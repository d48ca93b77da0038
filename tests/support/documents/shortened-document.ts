import { parse, stringify } from 'lossless-json';
import type { Page } from 'playwright-core';
import { type Json, objectOf } from '../breaking-changes/document.ts';

/**
 * Makes the reference show only these operations, and the schemas that they use. The whole document takes a second of
 * processor time whenever the page opens, and every click searches its thousands of elements.
 */
export async function showOnly(page: Page, operationIds: readonly string[]): Promise<void> {
  await page.route('**/openapi.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: shortenDocument(await response.text(), operationIds) });
  });
}

/** An OpenAPI document with a part of its operations, and only the components that they refer to. */
export function shortenDocument(text: string, operationIds: readonly string[]): string {
  const document = objectOf(parse(text));
  const paths: Record<string, Json> = {};
  for (const [path, item] of Object.entries(objectOf(document['paths']))) {
    const kept = Object.entries(objectOf(item)).filter(([, operation]) =>
      operationIds.includes(String(objectOf(operation)['operationId'])),
    );
    if (kept.length > 0) paths[path] = Object.fromEntries(kept);
  }
  const components = objectOf(document['components']);
  const used = referencesFrom(paths, components);
  const kept = Object.entries(components).map(([kind, named]) => {
    const isKept = (name: string) => kind === 'securitySchemes' || used.has(`${kind}/${name}`);
    return [kind, Object.fromEntries(Object.entries(objectOf(named)).filter(([name]) => isKept(name)))];
  });
  return stringify({ ...document, paths, webhooks: {}, components: Object.fromEntries(kept) }) ?? '';
}

/** The components, as `kind/name`, to which a part of the document refers, also through other components. */
function referencesFrom(part: unknown, components: Json, found = new Set<string>()): ReadonlySet<string> {
  for (const [, reference = ''] of (stringify(part) ?? '').matchAll(/"#\/components\/([^"]+)"/g)) {
    if (found.has(reference)) continue;
    found.add(reference);
    const [kind = '', name = ''] = reference.split('/');
    referencesFrom(objectOf(components[kind])[name], components, found);
  }
  return found;
}
