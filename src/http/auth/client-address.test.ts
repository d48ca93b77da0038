import { expect, test } from 'bun:test';
import { parseNetwork } from '../../lib/addresses/ip-address.ts';
import { createClientAddresses, type ProxyFault } from './client-address.ts';

type Sent = Record<string, string>;

const addressesOf = (
  peer: string | undefined,
  trustedProxies: readonly string[],
  report?: (fault: ProxyFault) => void,
) => createClientAddresses({ trustedProxies, peerOf: () => peer }, report);
const requestWith = (headers: Sent) => new Request('http://petstore.test', { headers });
const find = (peer: string, headers: Sent = {}, trustedProxies: readonly string[] = []) =>
  addressesOf(peer, trustedProxies).find(requestWith(headers))?.network;

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1:ffff::/64', '2001:db8:1::/48'],
  ['127.0.0.1', undefined, undefined],
  ['127.8.9.1', undefined, undefined],
  ['::1', undefined, undefined],
  ['::ffff:127.0.0.1', undefined, undefined],
  ['/run/petstore.sock', undefined, undefined],
  [undefined, undefined, undefined],
])('a connection from %s belongs to the client %p at the site %p', (peer, network, site) => {
  const client = addressesOf(peer, []).find(requestWith({}));
  expect([client?.network, client?.site]).toEqual([network, site]);
});

test('ignores the forwarding headers of a peer that is not a trusted proxy', () => {
  const headers = { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1' };
  expect(find('192.0.2.7', headers)).toBe('192.0.2.7');
  expect(find('192.0.2.7', headers, ['192.0.2.8', '10.0.0.0/8'])).toBe('192.0.2.7');
});

const proxies = ['10.0.0.0/8', '2001:db8:ffff::/48', '127.0.0.1'];

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['127.0.0.1, 203.0.113.5', '203.0.113.5'],
  ['203.0.113.5, 10.1.2.3', '203.0.113.5'],
  ['203.0.113.5, 10.1.2.3, 10.9.9.9', '203.0.113.5'],
  ['203.0.113.5:4711', '203.0.113.5'],
  ['[2001:db8::5]:4711', '2001:db8:0:0::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['203.0.113.5, 2001:db8:ffff::1', '203.0.113.5'],
  ['203.0.113.5, unknown', 'unknown'],
  ['203.0.113.5, not an address, 10.1.2.3', 'unknown'],
  ['010.0.0.1', 'unknown'],
  ['', 'unknown'],
])('behind a trusted proxy, X-Forwarded-For %p is the client %p', (header, client) => {
  expect(find('10.0.0.1', { 'X-Forwarded-For': header }, proxies)).toBe(client);
});

test.each([
  ['for=203.0.113.5', '203.0.113.5'],
  ['For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe:0::/64'],
  ['for=192.0.2.43, for=203.0.113.5;proto=https;by=10.0.0.1', '203.0.113.5'],
  ['proto=https; for="203.0.113.5:80"', '203.0.113.5'],
  ['for=_hidden', 'unknown'],
  ['proto=https', 'unknown'],
])('behind a trusted proxy, Forwarded %p is the client %p', (header, client) => {
  expect(find('10.0.0.1', { Forwarded: header }, proxies)).toBe(client);
});

test('X-Forwarded-For takes precedence over Forwarded, which the proxy may have passed on unchecked', () => {
  const headers = { 'X-Forwarded-For': '203.0.113.5', Forwarded: 'for=198.51.100.1' };
  expect(find('10.0.0.1', headers, proxies)).toBe('203.0.113.5');
});

test('a client behind a local proxy is local only if the proxy says so', () => {
  expect(find('127.0.0.1', { 'X-Forwarded-For': '127.0.0.1' }, proxies)).toBeUndefined();
  expect(find('127.0.0.1', { 'X-Forwarded-For': '203.0.113.5' }, proxies)).toBe('203.0.113.5');
  expect(find('127.0.0.1', { 'X-Forwarded-For': 'unknown' }, proxies)).toBe('unknown');
  expect(find('127.0.0.1', { Forwarded: 'for=_hidden' }, proxies)).toBe('unknown');
});

test('a machine that a trusted proxy passes on is not this one, whatever it says of itself', () => {
  expect(find('10.0.0.1', { 'X-Forwarded-For': '127.0.0.1' }, proxies)).toBe('127.0.0.1');
  expect(find('10.0.0.1', { 'X-Forwarded-For': '::1, 10.1.2.3' }, proxies)).toBe('0:0:0:0::/64');
  expect(find('127.0.0.1', { 'X-Forwarded-For': '127.0.0.1, 10.1.2.3' }, proxies)).toBe('127.0.0.1');
  expect(find('127.0.0.1', { 'X-Forwarded-For': '127.0.0.1, 127.0.0.1' }, proxies)).toBeUndefined();
});

test.each([
  ['192.0.2.7', { 'X-Forwarded-For': '203.0.113.5' }, ['untrusted']],
  ['192.0.2.7', {}, []],
  ['10.0.0.1', { 'X-Forwarded-For': '203.0.113.5' }, []],
  ['10.0.0.1', {}, ['silent']],
  // A program on the same machine may be no proxy.
  ['127.0.0.1', {}, []],
] as const)('a request from %s with %j tells of proxies: %j', (peer, headers, faults) => {
  const found: ProxyFault[] = [];
  addressesOf(peer, proxies, (fault) => found.push(fault)).find(requestWith(headers));
  expect(found).toEqual([...faults]);
});

test.each(['10.0.0.0/8', '::/0', '192.0.2.1', '2001:db8::1', 'fd00::/8'])('%s is a network', (text) => {
  expect(parseNetwork(text)).toBeDefined();
});

test.each(['', '10.0.0.0/33', '10.0.0', 'localhost', '10.0.0.1 ', '1'])('%p is not a network', (text) => {
  expect(parseNetwork(text)).toBeUndefined();
});
