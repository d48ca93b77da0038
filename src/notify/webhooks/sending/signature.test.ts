import { expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { toSecret } from '../rules.ts';
import { signedHeaders } from './signature.ts';

test('the Standard Webhooks library accepts the signature with a secret, the standard prefix and 32 bytes', () => {
  const secret = toSecret(new Uint8Array(32).map((_, index) => index));
  expect(secret).toBe('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
  const body = '{"id":1,"pet":{"name":"Zoë “é” 🐕"}}';
  const headers = signedHeaders([secret], 'evt_1', Date.now(), body);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test('the timestamp of a signature is in whole seconds', () => {
  expect(signedHeaders([toSecret(new Uint8Array(32))], 'evt_1', 1_700_000_000_999, '')['webhook-timestamp']).toBe(
    '1700000000',
  );
});
