import { afterEach, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Connection } from '../../support/http/connection.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { canShareAPort } from '../../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

const tlsFile = (name: string) => join(import.meta.dir, '../../data/tls', name);

let scratch: ScratchFolder;
const at = (name: string) => join(scratch.path, name);
beforeEach(() => {
  scratch = makeScratchFolder();
  install('cert.pem', 'key.pem');
});
afterEach(() => scratch.remove());

/** Replaces the files as tools that renew certificates do: each atomically, the key last. */
function install(cert: string, key: string): void {
  for (const [from, to] of [
    [cert, 'cert.pem'],
    [key, 'key.pem'],
  ] as const) {
    copyFileSync(tlsFile(from), at(`${to}.new`));
    renameSync(at(`${to}.new`), at(to));
  }
}

/** The name in the certificate that a new connection receives. */
function certificateOf({ url }: TestServer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject?.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

const withLines = (server: TestServer, text: string) => server.output.stderr.split(text).length - 1;

test.each([canShareAPort ? '2' : '1'])(
  'serve HTTPS; new connections use a changed certificate, and open ones stay (%s workers)',
  async (workers) => {
    const args = ['--tls-cert', at('cert.pem'), '--tls-key', at('key.pem'), '--workers', workers];
    const server = await startServer({ args });
    expect(await certificateOf(server)).toBe('localhost');
    let isOver = false;
    let sent = 0;
    const dropped: unknown[] = [];
    const processes = new Set<string>();
    // So many that the system hardly ever gives all of them to one worker.
    const clients = Array.from({ length: 12 }, async () => {
      let connection: Connection | undefined;
      for (let count = 0; !isOver && count < 100_000; count++) {
        // A connection opened while the previous server closes may be reset before its first request.
        connection ??= await Connection.open(server.url).catch(() => undefined);
        const reply = await connection?.send({ path: '/v1/pets' }).catch((error) => void dropped.push(error));
        if (reply?.status === 200) sent++;
        if (reply?.status === 200 && connection !== undefined) processes.add(connection.process);
        if (reply?.headers.get('Connection') === 'close') {
          connection?.close();
          connection = undefined;
        }
        await Bun.sleep(50);
      }
      connection?.close();
    });
    writeFileSync(at('cert.pem'), 'no certificate');
    await until(
      'the broken file to be told',
      () => withLines(server, 'could not use the changed certificate') === Number(workers),
    );
    expect(await certificateOf(server)).toBe('localhost');
    install('renewed-cert.pem', 'renewed-key.pem');
    await until('the other certificate', () => withLines(server, '"uses another certificate"') === Number(workers));
    const certificates = async () => {
      // Handshakes are expensive, and the previous one is used for another two seconds.
      await Bun.sleep(200);
      return await Promise.all(Array.from({ length: 10 }, () => certificateOf(server).catch(String)));
    };
    await until('the end of the previous one', async () => (await certificates()).every((name) => name === 'renewed'));
    const before = sent;
    await until('more requests', () => sent > before + 50);
    isOver = true;
    await Promise.all(clients);
    expect([dropped, processes.size]).toEqual([[], Number(workers)]);
    expect(await server.stop()).toBe(0);
  },
);
