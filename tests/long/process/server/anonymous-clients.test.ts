import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../../../src/lib/log.ts';
import { listen } from '../../../../src/server/listening/http-server.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { makeScratchFolder } from '../../../support/scratch.ts';
import { until } from '../../../support/until.ts';

const mebibyte = 1024 * 1024;
/** More than the kernel buffers for a connection, so that the rest stays in the service. */
const assetBytes = 24 * mebibyte;
const readers = 10;

const folder = makeScratchFolder();
let service: TestApp;
let server: ReturnType<typeof listen>;
let served = 0;
beforeAll(async () => {
  const consoleFolder = folder.path;
  writeFileSync(join(consoleFolder, 'index.html'), '<p>{environment}</p>');
  writeFileSync(join(consoleFolder, 'overview.html'), '<p>{environment}</p>');
  writeFileSync(join(consoleFolder, 'reference.html'), '<p>{environment}</p>');
  writeFileSync(join(consoleFolder, 'large.js'), Buffer.alloc(assetBytes, ' '));
  writeFileSync(join(consoleFolder, 'large.js.gz'), Buffer.alloc(assetBytes, 'z'));
  service = await startApp({ consoleFolder });
  const log = createLog(() => undefined, 'json', Date.now);
  server = listen({ host: '127.0.0.1', port: 0, tls: undefined, idleSeconds: 60 }, log, async (request) => {
    const response = await service.app.fetch(request);
    served++;
    return response;
  });
});
afterAll(async () => {
  await server.stop(true);
  await service.close();
  folder.remove();
});

test.each(['identity', 'gzip'])(
  'clients that stop reading a file (%s) share one copy of it in memory',
  async (coding) => {
    const path = '/console/large.js';
    // Loads the build, so that it does not count as growth.
    expect((await service.fetch('/')).status).toBe(200);
    const before = process.memoryUsage.rss();
    const last = served + readers;
    const request = `GET ${path} HTTP/1.1\r\nHost: petstore.test\r\nAccept-Encoding: ${coding}\r\n\r\n`;
    const stalled = await Promise.all(
      Array.from({ length: readers }, () =>
        Bun.connect({
          hostname: '127.0.0.1',
          port: server.port ?? 0,
          socket: {
            open(socket) {
              socket.pause();
              socket.write(request);
            },
            data: () => undefined,
          },
        }),
      ),
    );
    await until('all to be answered', () => served === last);
    expect(server.pendingRequests).toBe(readers);
    expect(process.memoryUsage.rss() - before).toBeLessThan((readers / 2) * assetBytes);
    for (const socket of stalled) socket.terminate();
    await until('the connections to end', () => server.pendingRequests === 0);
  },
);
