import { stringifyJson } from '../json.ts';
import type { NewPet } from '../pets.ts';

/**
 * What a row is known by: the file's bytes (their SHA-256 in hexadecimal digits), its line, and the animal made of it.
 * The SHA-256 of this text in base64url is its idempotency key: however often, and by whichever program with the same
 * API key, a file is imported within 24 hours, a row is added once.
 */
export function rowIdentity(contentHash: string, line: number, newPet: NewPet): string {
  return `${contentHash}\n${line}\n${stringifyJson(newPet)}`;
}
