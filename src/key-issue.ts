import { type Environment, type IssuedSecret, makeSecret, secretBytes } from './domain/key-format.ts';

/** A new secret, made of random bytes of the operating system. */
export function issueSecret(environment: Environment): IssuedSecret {
  return makeSecret(environment, crypto.getRandomValues(new Uint8Array(secretBytes)));
}
