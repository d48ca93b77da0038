import { expect, test } from 'bun:test';
import { createLog } from '../../lib/log.ts';
import { createAnonymousLimit, type LimitedRequest } from './anonymous-limit.ts';
import { RateLimitMemory } from './rate-limit.ts';

const memory = new RateLimitMemory('a secret of the test');
const network = '203.0.113.5';
const slotOf = (name: string) => Bun.hash(name, memory.seed) % 65_536n;

test('a busy network takes nothing of the share of a public key whose name has the same place', () => {
  const [rateLimit, publicRateLimit] = [100, 10];
  const log = createLog(() => undefined, 'plain', Date.now);
  const options = { rateLimit, trustedProxies: [], peerOf: () => network };
  const limit = createAnonymousLimit(options, publicRateLimit, memory, log);
  const request: LimitedRequest = { request: new Request('http://127.0.0.1/'), now: Date.now(), client: undefined };
  for (let count = 0; count < rateLimit; count++) limit.take(request);
  expect(() => limit.take(request)).toThrow('Too many requests');
  let keyId = 1n;
  while (slotOf(`${request.client?.site} ${keyId}`) !== slotOf(network)) keyId++;
  limit.takeShare(request, keyId);
  expect(() => limit.takeShare(request, keyId)).toThrow('Too many requests');
});
