import { describe, expect, test } from 'bun:test';
import { AddressError, findAddresses, findNonPublicReason } from './public-addresses.ts';

describe('an address', () => {
  test.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '2606:4700:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
  ])('%s is public', (address) => {
    expect(findNonPublicReason(address)).toBeUndefined();
  });

  test.each([
    ['127.0.0.1', 'a loopback address'],
    ['168.63.129.16', 'an address of the cloud platform'],
    ['::ffff:168.63.129.16', 'an address of the cloud platform'],
    ['127.255.255.254', 'a loopback address'],
    ['::1', 'a loopback address'],
    ['10.0.0.1', 'a private address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.168.1.1', 'a private address'],
    ['fd00:ec2::254', 'a private address'],
    ['169.254.169.254', 'a link-local address'],
    ['fe80::1', 'a link-local address'],
    ['fe80::1%eth0', 'a link-local address'],
    ['100.64.0.1', 'an address of a provider’s internal network'],
    ['224.0.0.1', 'a multicast address'],
    ['ff02::1', 'a multicast address'],
    ['0.0.0.0', 'not a public address'],
    ['0.1.2.3', 'not a public address'],
    ['::', 'not a public address'],
    ['255.255.255.255', 'not a public address'],
    ['240.0.0.1', 'not a public address'],
    ['192.0.2.1', 'not a public address'],
    ['198.18.0.1', 'not a public address'],
    ['2001:db8::1', 'not a public address'],
    ['fec0::1', 'not a public address'],
    ['not-an-address', 'not an address'],
    // These have an IPv4 address in them.
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::ffff:a9fe:a9fe', 'a link-local address'],
    ['64:ff9b::10.0.0.1', 'a private address'],
    ['64:ff9b::7f00:1', 'a loopback address'],
    ['64:ff9b:1::a00:1', 'not a public address'],
    ['2002:7f00:1::1', 'not a public address'],
    ['2002:0a00:0001::', 'not a public address'],
    ['2001:0:7f00:1::', 'not a public address'],
    ['::7f00:1', 'not a public address'],
    ['::ffff:0:127.0.0.1', 'not a public address'],
  ])('%s is rejected as %s', (address, meaning) => {
    expect(findNonPublicReason(address)).toBe(meaning);
  });
});

describe('a host', () => {
  const at =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const find = async (host: string, addresses: string[], reachesPrivateAddresses = false) => {
    const found = findAddresses(host, { reachesPrivateAddresses, resolve: at(...addresses) });
    return await found.then(
      (list) => list.map(({ address }) => address),
      (thrown) => (thrown instanceof AddressError ? thrown.message : thrown),
    );
  };

  test('has the addresses that its name resolves to', async () => {
    expect(await find('a.test', ['1.1.1.1', '2606:4700::1'])).toEqual(['1.1.1.1', '2606:4700::1']);
  });

  test('is rejected if any of its addresses is, and the message does not reveal the address', async () => {
    expect(await find('a.test', ['1.1.1.1', '10.1.2.3'])).toBe(
      'the host a.test has an address that is not public; events are sent to public addresses only',
    );
  });

  test('that is an address is not resolved', async () => {
    expect(await find('1.1.1.1', ['9.9.9.9'])).toEqual(['1.1.1.1']);
    expect(await find('[2606:4700::1]', ['9.9.9.9'])).toEqual(['2606:4700::1']);
    expect(await find('[::ffff:7f00:1]', [])).toBe(
      'the address ::ffff:7f00:1 is a loopback address; events are sent to public addresses only',
    );
  });

  test('may have a private address if that is allowed, but must resolve', async () => {
    expect(await find('a.test', ['10.1.2.3'], true)).toEqual(['10.1.2.3']);
    expect(await find('a.test', [], true)).toBe('the host a.test cannot be resolved');
  });

  test('is resolved by the system: one that it does not know is rejected, and so is localhost', async () => {
    const unknown = findAddresses('nobody.invalid', { reachesPrivateAddresses: true });
    await expect(unknown).rejects.toThrow(new AddressError('the host nobody.invalid cannot be resolved'));
    const local = findAddresses('localhost', { reachesPrivateAddresses: false });
    await expect(local).rejects.toThrow(/^the host localhost has an address that is not public;/);
  });
});
