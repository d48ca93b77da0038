import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  formatSecret,
  inspectSecret,
  makeSecret,
  publicKeyPrefixes,
  randomLength,
  secretBytes,
  secretHint,
} from './key-format.ts';
import { base62 } from './random.ts';

const environment = fc.constantFrom('production' as const, 'staging' as const);
const random = fc.string({ unit: fc.constantFrom(...base62), minLength: randomLength, maxLength: randomLength });

test('makes a secret from any bytes, a key of its environment: equal bytes give equal secrets, and other bytes another one', () => {
  const bytes = fc.uint8Array({ minLength: secretBytes, maxLength: secretBytes });
  fc.assert(
    fc.property(environment, bytes, (env, made) => {
      const { secret, hint } = makeSecret(env, made);
      expect(inspectSecret(secret)).toEqual({ kind: 'key', environment: env });
      expect([secret, hint]).toEqual([makeSecret(env, made.slice()).secret, secretHint(secret)]);
      expect(makeSecret(env, made.with(-1, (made.at(-1) ?? 0) ^ 1)).secret).not.toBe(secret);
    }),
  );
  expect(makeSecret('staging', new Uint8Array(secretBytes)).secret).toStartWith(`pet_stag_${'0'.repeat(randomLength)}`);
});

test('a secret is damaged that has a wrong character or two neighbours swapped, or is cut off or extended', () => {
  const place = fc.integer({ min: 9, max: 44 });
  fc.assert(
    fc.property(environment, random, place, fc.constantFrom(...base62), (env, text, at, wrong) => {
      const secret = formatSecret(env, text);
      const changed = secret.slice(0, at) + wrong + secret.slice(at + 1);
      const swapped = secret.slice(0, at) + secret.charAt(at + 1) + secret.charAt(at) + secret.slice(at + 2);
      for (const other of [changed, swapped, secret.slice(0, -1), `${secret}0`])
        if (other !== secret) expect(inspectSecret(other)).toEqual({ kind: 'damaged' });
    }),
  );
});

test('a hint shows four characters of the secret part, and a secret in another format is not judged', () => {
  expect(inspectSecret('any-other-secret-of-the-operator')).toEqual({ kind: 'other' });
  const secret = formatSecret('staging', 'abcd'.padEnd(randomLength, '0'));
  expect(secretHint(secret)).toBe('pet_stag_abcd…');
  expect(secretHint('any-other-secret')).toBe('any-…');
});

test('public keys have prefixes of their own, and the same checksum', () => {
  fc.assert(
    fc.property(environment, random, (env, text) => {
      const secret = formatSecret(env, text, publicKeyPrefixes);
      expect(secret).toStartWith(env === 'production' ? 'pet_pub_prod_' : 'pet_pub_stag_');
      expect(inspectSecret(secret)).toEqual({ kind: 'key', environment: env, isPublic: true });
      expect(inspectSecret(secret.replace('pub_', ''))).toEqual({ kind: 'damaged' });
      expect(inspectSecret(formatSecret(env, text).replace('pet_', 'pet_pub_'))).toEqual({ kind: 'damaged' });
      expect(secretHint(secret)).toBe(`${secret.slice(0, 17)}…`);
    }),
  );
});
