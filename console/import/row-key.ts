import { hash } from 'fast-sha256';
import { rowIdentity } from '../../client/import/row-identity.ts';
import type { NewPet } from '../../client/index.ts';

const encoder = new TextEncoder();

// The browser's own hashing is missing on pages that came over plain HTTP.
/** The idempotency key of a row, the same that `petstore import` gives it. */
export function rowKey(contentHash: string, line: number, newPet: NewPet): string {
  const digest = hash(encoder.encode(rowIdentity(contentHash, line, newPet)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
