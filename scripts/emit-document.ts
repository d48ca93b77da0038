import { createDocument, type ServerEntry } from '../src/api/document/document.ts';
import { resources } from '../src/catalogue/resources.ts';

/** Any installation; a running service lists its own addresses instead. */
const server: ServerEntry = {
  url: '{origin}/v1',
  description: 'The service. `origin` is its public address, without `/v1`.',
  // The first published schema of OpenAPI 3.1, which tools still use, allows no description of a variable.
  variables: { origin: { default: 'http://127.0.0.1:8080' } },
};

/** The content of `openapi.json`. */
export function printDocument(): string {
  return `${JSON.stringify(createDocument(resources, [server]), null, 2)}\n`;
}

if (import.meta.main) await Bun.write(new URL('../openapi.json', import.meta.url), printDocument());
