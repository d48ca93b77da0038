import { base62 } from './random.ts';

/** The environments of a service, with the prefix of their keys. */
export const keyPrefixes = { production: 'pet_prod_', staging: 'pet_stag_' } as const;
export type Environment = keyof typeof keyPrefixes;
/** The same of public keys. */
export const publicKeyPrefixes = { production: 'pet_pub_prod_', staging: 'pet_pub_stag_' } as const;

/** The same of the secrets in sign-in links, which are no keys. */
export const linkPrefixes = { production: 'pet_link_prod_', staging: 'pet_link_stag_' } as const;

const environments = ['production', 'staging'] as const satisfies readonly Environment[];

export const randomLength = 30;
const checksumLength = 6;
/** Random bytes of a secret: many more than its digits hold, so that the digits are practically uniform. */
export const secretBytes = 32;
const pattern = /^(pet_(?:pub_)?(?:prod|stag)_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export interface IssuedSecret {
  /** Never stored. */
  secret: string;
  secretHash: string;
  hint: string;
}

/** Makes a secret of {@link secretBytes} random bytes. */
export function makeSecret(environment: Environment, bytes: Uint8Array, prefixes = keyPrefixesOf(false)): IssuedSecret {
  return describeSecret(formatSecret(environment, toBase62(BigInt(`0x${bytes.toHex()}`), randomLength), prefixes));
}

export function keyPrefixesOf(isPublic: boolean): Readonly<Record<Environment, string>> {
  return isPublic ? publicKeyPrefixes : keyPrefixes;
}

export function describeSecret(secret: string): IssuedSecret {
  return { secret, secretHash: hashSecret(secret), hint: secretHint(secret) };
}

/** The text of a secret: prefix of the environment, 30 random base62 characters, checksum. */
export function formatSecret(environment: Environment, random: string, prefixes = keyPrefixesOf(false)): string {
  const stem = prefixes[environment] + random;
  return stem + checksum(stem);
}

/** The form of a secret, which is known without a look-up. */
export type SecretForm =
  | { kind: 'key'; environment: Environment; isPublic?: true }
  | { kind: 'damaged' }
  | { kind: 'other' };

/** Distinguishes well-formed keys, keys with a wrong checksum or length, and other secrets. */
export function inspectSecret(secret: string): SecretForm {
  const prefix = prefixOf(secret);
  if (prefix === undefined) return { kind: 'other' };
  const { environment, isPublic } = prefix;
  const isWhole = pattern.test(secret) && checksum(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength);
  return isWhole ? { kind: 'key', environment, ...(isPublic && { isPublic }) } : { kind: 'damaged' };
}

/** The first characters of a secret: enough to recognize it, too few to guess the rest. */
export function secretHint(secret: string): string {
  const { text = '' } = prefixOf(secret) ?? {};
  return `${secret.slice(0, text.length + 4)}…`;
}

export function hashSecret(secret: string): string {
  return Bun.SHA256.hash(secret, 'hex');
}

/** The environment by the prefix of a secret or a hint. */
export function environmentOf(secret: string): Environment | undefined {
  return prefixOf(secret)?.environment;
}

function prefixOf(secret: string): { text: string; environment: Environment; isPublic: boolean } | undefined {
  for (const isPublic of [false, true]) {
    for (const environment of environments) {
      const text = keyPrefixesOf(isPublic)[environment];
      if (secret.startsWith(text)) return { text, environment, isPublic };
    }
  }
  return undefined;
}

function toBase62(value: bigint, length: number): string {
  let [rest, digits] = [value, ''];
  while (digits.length < length) {
    digits = base62.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

/** CRC-32 (ISO 3309) in six base62 digits. It detects typing errors and is not a protection. */
function checksum(text: string): string {
  return toBase62(BigInt(Bun.hash.crc32(text)), checksumLength);
}
