import { expect, test } from 'bun:test';
import { createAnonymousLimit } from '../../http/auth/anonymous-limit.ts';
import { createRateLimitMemory } from '../../http/auth/rate-limit.ts';
import { createFormLimit } from './form-limit.ts';

test('clients that only read, however many, leave every other client its inquiries', () => {
  const memory = createRateLimitMemory('a secret of the test');
  let peer = '';
  const options = { rateLimit: 1_200, trustedProxies: [], peerOf: () => peer };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const anonymous = createAnonymousLimit(options, 0, memory, log);
  const forms = createFormLimit(options, memory);
  const request = new Request('http://petstore.test/adopt');
  const addressOf = (place: number, number: number) => `198.${place}.${number >> 8}.${number & 255}`;
  for (let number = 0; number < 5_000; number++) {
    peer = addressOf(51, number);
    for (let count = 0; count < 6; count++) anonymous.take({ request, now: 1, client: undefined });
  }
  const refused = Array.from({ length: 500 }, (_, number) => {
    peer = addressOf(53, number);
    return forms(request, 1);
  });
  expect(refused.filter((seconds) => seconds !== undefined)).toEqual([]);
});
