import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { startServer } from '../../support/process/server.ts';

const tlsFile = (name: string) => join(import.meta.dir, '../../data/tls', name);

type Version = 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';

/** The version negotiated with a client that offers only this one; `refused` if there is none. */
function agreed(url: string, certificate: string, version: Version, ciphers?: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      ca: readFileSync(tlsFile(certificate)),
      minVersion: version,
      maxVersion: version,
      ...(ciphers !== undefined && { ciphers }),
    });
    socket.once('secureConnect', () => {
      resolve(socket.getProtocol() ?? '');
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });
}

test.each([
  ['RSA', 'rsa-cert.pem', 'rsa-key.pem', 'ECDHE-RSA', ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'AES128-SHA']],
  ['ECDSA', 'cert.pem', 'key.pem', 'ECDHE-ECDSA', []],
])(
  'with an %s key only suites with forward secrecy and authenticated encryption are negotiated',
  async (_, certificate, key, exchange, withoutForwardSecrecy) => {
    const server = await startServer({ args: ['--tls-cert', tlsFile(certificate), '--tls-key', tlsFile(key)] });
    const offer = (version: Version, ciphers?: string) => agreed(server.url, certificate, version, ciphers);
    const modern = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((name) => `${exchange}-${name}`);
    for (const suite of modern) expect([suite, await offer('TLSv1.2', suite)]).toEqual([suite, 'TLSv1.2']);
    const weak = [`${exchange}-AES128-SHA`, `${exchange}-AES256-SHA`, ...withoutForwardSecrecy];
    for (const suite of weak) expect([suite, await offer('TLSv1.2', suite)]).toEqual([suite, 'refused']);
    expect(await Promise.all([offer('TLSv1.3'), offer('TLSv1.1')])).toEqual(['TLSv1.3', 'refused']);
    await server.stop();
  },
);
