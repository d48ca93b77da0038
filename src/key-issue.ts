import { type Environment, formatSecret, hashSecret, randomLength, secretHint } from './domain/key-format.ts';
import { randomBase62 } from './random.ts';

/** A new secret, and of it what the store keeps. */
export interface IssuedSecret {
  /** Shown once and kept nowhere. */
  secret: string;
  secretHash: string;
  hint: string;
}

export function issueSecret(environment: Environment): IssuedSecret {
  return describeSecret(formatSecret(environment, randomBase62(randomLength)));
}

export function describeSecret(secret: string): IssuedSecret {
  return { secret, secretHash: hashSecret(secret), hint: secretHint(secret) };
}
