import { expect, test } from 'bun:test';
import { createLog } from '../../lib/log.ts';
import { createAnonymousLimit, type LimitedRequest } from './anonymous-limit.ts';
import { createRateLimitMemory } from './rate-limit.ts';

const memory = createRateLimitMemory('a secret of the test');
const slotOf = (name: string) => memory.idOf(name) % 65_536n;
const [rateLimit, publicRateLimit] = [100, 10];
const log = createLog(() => undefined, 'plain', Date.now);
const limitOf = (address: string) =>
  createAnonymousLimit({ rateLimit, trustedProxies: [], peerOf: () => address }, publicRateLimit, memory, log);
const requestNow = (): LimitedRequest => ({
  request: new Request('http://127.0.0.1/'),
  now: Date.now(),
  client: undefined,
});

test('a busy network takes nothing of the share of a public key whose name has the same place', () => {
  const network = '203.0.113.5';
  const limit = limitOf(network);
  const request = requestNow();
  for (let count = 0; count < rateLimit; count++) limit.take(request);
  expect(() => limit.take(request)).toThrow('Too many requests');
  let keyId = 1n;
  while (slotOf(`${request.client?.site} ${keyId}`) !== slotOf(network)) keyId++;
  limit.takeShare(request, keyId);
  expect(() => limit.takeShare(request, keyId)).toThrow('Too many requests');
});

test('a busy site takes nothing of the limit of a network whose name has the same place', () => {
  const site = limitOf('2001:db8:0:1::1');
  const request = requestNow();
  for (let count = 0; count < rateLimit; count++) site.take(request);
  expect(() => site.take(request)).toThrow('Too many requests');
  const networkOf = (id: number) => `198.${id >> 16}.${(id >> 8) & 255}.${id & 255}`;
  let id = 0;
  while (slotOf(networkOf(id)) !== slotOf(request.client?.site ?? '')) id++;
  const other = networkOf(id);
  limitOf(other).take(request);
  expect(request.client).toEqual({ network: other, site: other, isProxied: false });
});
