import { maxIdempotencyKeyLength } from '../../contract/limits.ts';

const allowed = /^[\x20-\x7e]+$/;

/** A key that no other call has: 128 random bits. `crypto.randomUUID` is missing on pages that came over plain HTTP. */
export function randomIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key as the header carries it: a string of RFC 8941, section 3.3.3. @throws TypeError for a key that cannot be sent */
export function idempotencyKeyHeader(key: string): string {
  if (!allowed.test(key) || key.length > maxIdempotencyKeyLength)
    throw new TypeError(`idempotencyKey must be 1 to ${maxIdempotencyKeyLength} printable ASCII characters.`);
  return `"${key.replaceAll(/["\\]/g, '\\$&')}"`;
}
