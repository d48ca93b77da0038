import { expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { toSecret } from '../rules.ts';
import { signedHeaders } from './signature.ts';

const secret = toSecret(new Uint8Array(32).map((_, index) => index));

test('the Standard Webhooks library accepts the signature, and rejects it for any other content', () => {
  const body = '{"id":1,"pet":{"name":"Zoë “é” 🐕"}}';
  const headers = signedHeaders([secret], 'evt_1', Date.now(), body);
  const verify = (text: string, changed = {}) => new Webhook(secret).verify(text, { ...headers, ...changed });
  expect(verify(body)).toEqual(JSON.parse(body));
  expect(() => verify(`${body} `)).toThrow();
  expect(() => verify(body, { 'webhook-id': 'evt_2' })).toThrow();
  expect(() => new Webhook(toSecret(new Uint8Array(32))).verify(body, headers)).toThrow();
});

test('a secret is the standard prefix and 32 bytes in base64', () => {
  expect(secret).toBe('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
});

test('the timestamp of a signature is in whole seconds', () => {
  expect(signedHeaders([secret], 'evt_1', 1_700_000_000_999, '')['webhook-timestamp']).toBe('1700000000');
});
