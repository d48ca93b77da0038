import { hkdfSync } from 'node:crypto';
import type { Issued } from '../../operations/operation.ts';

const sealLength = 32;
const secretLength = 32;
const sealed = /"secret":"([A-Za-z0-9_-]{43})"\}$/;

/** Stands for a secret that is yet to be made. */
export function newSalt(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(sealLength))).toString('base64url');
}

/**
 * The 32 bytes that a secret is made of: derived by HKDF-SHA-256 (RFC 5869) from the secret of the key that asks, with
 * the seal as salt. So a retry by the same client gets the same secret again, though only the seal was stored with the
 * answer. The caller's secret is what is hashed and not the key of an HMAC, because that would take the hash of a long
 * key in its place (RFC 2104, section 2), and that hash is stored.
 */
export function deriveSecret(seal: string, callerSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', callerSecret, seal, 'petstore secret', secretLength));
}

/** Puts the secret into an answer, where its seal stands. @throws Error when the answer has none */
export function insertSecret(body: string, make: (seal: string) => Issued<unknown>): string {
  if (!sealed.test(body)) throw new Error('an answer that makes a secret does not have its seal as last member');
  return body.replace(sealed, (_, seal: string) => `"secret":${JSON.stringify(make(seal).shown)}}`);
}
