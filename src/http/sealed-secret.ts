import type { Issued } from '../operations/operation.ts';

const sealLength = 32;
const sealed = /"secret":"([A-Za-z0-9_-]{43})"\}$/;

/** Stands for a secret that is yet to be made. */
export function newSeal(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(sealLength))).toString('base64url');
}

/**
 * The 32 bytes that a secret is made of: HMAC-SHA-256 (RFC 2104) of its seal under the secret of the key that asks. So a
 * retry by the same client gets the same secret again, though only the seal was stored with the answer.
 */
export function unseal(seal: string, callerSecret: string): Uint8Array {
  return new Bun.CryptoHasher('sha256', callerSecret).update(`petstore secret ${seal}`).digest();
}

/** Puts the secret into an answer, where its seal stands. */
export function showSecret(body: string, make: (seal: string) => Issued<unknown>): string {
  return body.replace(sealed, (_, seal: string) => `"secret":${JSON.stringify(make(seal).shown)}}`);
}
