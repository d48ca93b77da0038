import { hkdfSync } from 'node:crypto';
import type { Issued } from '../../api/operation.ts';

const saltLength = 32;
const secretLength = 32;
/** An address may have the secret in it. */
const saltMember = /"(secret|url)":"([A-Za-z0-9_-]{43})"\}$/;

/** A random salt, which is stored in place of the secret that is derived with it. */
export function newSalt(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(saltLength))).toString('base64url');
}

/**
 * Derives 32 bytes by HKDF-SHA-256 (RFC 5869) from the secret of the caller's key and a salt. A retry by the same caller
 * gets the same secret again, although only the salt is stored with the response: who has the database has salts and hashes,
 * but no secret. A retry with another secret, because the key was rotated meanwhile, is 422.
 *
 * The caller's secret must not be the key of a plain HMAC: HMAC replaces a key of more than 64 bytes by its hash (RFC 2104,
 * section 2), and that hash is in the database.
 */
export function deriveSecret(salt: string, callerSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', callerSecret, salt, 'petstore secret', secretLength));
}

/** Replaces the salt in a stored response body by the secret. @throws Error when the body has no salt */
export function insertSecret(body: string, make: (salt: string) => Issued<unknown>): string {
  if (!saltMember.test(body)) throw new Error('the body of a response with a secret does not end in its salt');
  const show = (_: string, name: string, salt: string) => `"${name}":${JSON.stringify(make(salt).show(body))}}`;
  return body.replace(saltMember, show);
}
