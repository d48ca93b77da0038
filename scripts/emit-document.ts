import { createDocument } from '../src/operations/document.ts';
import { operations } from '../src/operations/table.ts';

/** The base address of a service with default settings, as in the committed document. */
const defaultUrl = 'http://127.0.0.1:8080';

/** The content of `openapi.json`. */
export function printDocument(): string {
  const document = createDocument(operations, { production: defaultUrl, staging: defaultUrl });
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) await Bun.write(new URL('../openapi.json', import.meta.url), printDocument());
