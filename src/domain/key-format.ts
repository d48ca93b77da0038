import { base62 } from '../lib/random.ts';

/** The environments of a service, with the prefix of their keys. */
export const keyPrefixes = { production: 'pet_prod_', staging: 'pet_stag_' } as const;
export type Environment = keyof typeof keyPrefixes;

export const randomLength = 30;
const checksumLength = 6;
/** Random bytes of a secret: many more than its digits hold, so that the digits are practically uniform. */
export const secretBytes = 32;
const pattern = /^(pet_prod_|pet_stag_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A secret with what is stored of it. */
export interface IssuedSecret {
  /** Never stored. */
  secret: string;
  secretHash: string;
  hint: string;
}

/** Makes a secret of {@link secretBytes} random bytes. */
export function makeSecret(environment: Environment, bytes: Uint8Array): IssuedSecret {
  return describeSecret(formatSecret(environment, digitsOf(bytes)));
}

export function describeSecret(secret: string): IssuedSecret {
  return { secret, secretHash: hashSecret(secret), hint: secretHint(secret) };
}

/** The text of a secret: prefix of the environment, 30 random base62 characters, checksum. */
export function formatSecret(environment: Environment, random: string): string {
  const stem = keyPrefixes[environment] + random;
  return stem + checksum(stem);
}

/** The form of a secret, which is known without a look-up. */
export type SecretForm = { kind: 'key'; environment: Environment } | { kind: 'damaged' } | { kind: 'other' };

/** Distinguishes well-formed keys, keys with a wrong checksum or length, and other secrets. */
export function inspectSecret(secret: string): SecretForm {
  const environment = environmentOf(secret);
  if (environment === undefined) return { kind: 'other' };
  const isWhole = pattern.test(secret) && checksum(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength);
  return isWhole ? { kind: 'key', environment } : { kind: 'damaged' };
}

/** The first characters of a secret: enough to recognize it, too few to guess the rest. */
export function secretHint(secret: string): string {
  return `${secret.slice(0, environmentOf(secret) === undefined ? 4 : keyPrefixes.production.length + 4)}…`;
}

export function hashSecret(secret: string): string {
  return Bun.SHA256.hash(secret, 'hex');
}

/** The environment by the prefix of a secret or a hint. */
export function environmentOf(secret: string): Environment | undefined {
  if (secret.startsWith(keyPrefixes.production)) return 'production';
  return secret.startsWith(keyPrefixes.staging) ? 'staging' : undefined;
}

/** The last 30 base62 digits of the bytes as a number. */
function digitsOf(bytes: Uint8Array): string {
  let rest = BigInt(`0x${bytes.toHex()}`);
  let digits = '';
  for (let index = 0; index < randomLength; index++) {
    digits = base62.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

/** CRC-32 (ISO 3309) in six base62 digits. It detects typing errors and is not a protection. */
function checksum(text: string): string {
  let rest = Bun.hash.crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index++) {
    digits = base62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
