import { base62 } from '../lib/random.ts';

/** The environments a service runs as, with the prefix that their keys carry. */
export const keyPrefixes = { production: 'pet_prod_', staging: 'pet_stag_' } as const;
export type Environment = keyof typeof keyPrefixes;

export const randomLength = 30;
const checksumLength = 6;
/** How many random bytes a secret is made of: far more than its digits hold, so that none is noticeably likelier. */
export const secretBytes = 32;
const pattern = /^(pet_prod_|pet_stag_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A secret, and of it what the store keeps. */
export interface IssuedSecret {
  /** Shown once and kept nowhere. */
  secret: string;
  secretHash: string;
  hint: string;
}

/** The secret that is made of so many random bytes. */
export function makeSecret(environment: Environment, bytes: Uint8Array): IssuedSecret {
  return describeSecret(formatSecret(environment, digitsOf(bytes)));
}

export function describeSecret(secret: string): IssuedSecret {
  return { secret, secretHash: hashSecret(secret), hint: secretHint(secret) };
}

/** Spells a secret: the environment's prefix, 30 random base62 characters and their checksum. */
export function formatSecret(environment: Environment, random: string): string {
  const stem = keyPrefixes[environment] + random;
  return stem + checksum(stem);
}

/** What can be told of a presented secret without a look-up. */
export type SecretForm = { kind: 'key'; environment: Environment } | { kind: 'damaged' } | { kind: 'other' };

/** Tells a well-formed key and its environment from a mistyped one, and both from a secret of any other form. */
export function inspectSecret(secret: string): SecretForm {
  const environment = environmentOf(secret);
  if (environment === undefined) return { kind: 'other' };
  const isWhole = pattern.test(secret) && checksum(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength);
  return isWhole ? { kind: 'key', environment } : { kind: 'damaged' };
}

/** The first characters of a secret: enough for a person to know it again, too few to guess the rest. */
export function secretHint(secret: string): string {
  return `${secret.slice(0, environmentOf(secret) === undefined ? 4 : keyPrefixes.production.length + 4)}…`;
}

export function hashSecret(secret: string): string {
  return Bun.SHA256.hash(secret, 'hex');
}

/** The environment that a secret, or the hint of one, names by its prefix. */
export function environmentOf(secret: string): Environment | undefined {
  if (secret.startsWith(keyPrefixes.production)) return 'production';
  return secret.startsWith(keyPrefixes.staging) ? 'staging' : undefined;
}

/** The last 30 base62 digits of the number that the bytes are. */
function digitsOf(bytes: Uint8Array): string {
  let rest = BigInt(`0x${bytes.toHex()}`);
  let digits = '';
  for (let place = 0; place < randomLength; place++) {
    digits = base62.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

/** CRC-32 (ISO 3309) in six base62 digits. It catches typing errors; it protects nothing. */
function checksum(text: string): string {
  let rest = Bun.hash.crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place++) {
    digits = base62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
