import { expect, test } from 'bun:test';
import { postgres } from '../support/engines.ts';
import { haproxy } from '../support/http/reverse-proxies.ts';
import { startRollingClients } from '../support/http/rolling-clients.ts';
import { freePort } from '../support/process/ports.ts';
import { startServer } from '../support/process/server.ts';
import { readMetrics } from '../support/process/workers.ts';
import { until } from '../support/until.ts';

const isInstalled = haproxy.program !== null;
if (!isInstalled) process.stderr.write('HAProxy is not installed, so rolling restarts behind it are not tested\n');

/** What docs/operating.md says for deploy/haproxy.cfg, which takes a node out after six checks, one each half second. */
const drainSeconds = '4';
const rounds = 2;

test.if(isInstalled)(
  'rolling restarts behind deploy/haproxy.cfg fail no request of clients that repeat none',
  async () => {
    const database = await postgres.makeDatabase({ isMigrated: true });
    const start = async (port: string) =>
      await startServer({ database, env: { PETSTORE_DRAIN_SECONDS: drainSeconds, PORT: port } });
    const ports = [String(freePort()), String(freePort())];
    const nodes = await Promise.all(ports.map(start));
    const proxy = await haproxy.start(nodes.map(({ url }) => url));
    const clients = startRollingClients(`https://127.0.0.1:${proxy.port}`, 12);
    /** HAProxy uses a node when animals are added through it. */
    const untilUsed = async (index: number) => {
      const added = async () => {
        const page = await (await nodes[index]?.fetch('/metrics'))?.text();
        return readMetrics(page ?? '').get('petstore_http_requests_total{operation="createPet",status="201"}') ?? 0;
      };
      await until('the node to get requests', added, (count) => count > 0);
    };
    for (let round = 0; round < rounds; round++) {
      for (const [index, port] of ports.entries()) {
        await Promise.all([clients.untilMore(100), untilUsed(0), untilUsed(1)]);
        expect(await nodes[index]?.stop()).toBe(0);
        nodes[index] = await start(port);
      }
    }
    await Promise.all([clients.untilMore(100), untilUsed(0), untilUsed(1)]);
    await clients.stop();
    expect(clients.failed).toEqual([]);
    const stored = new Set((await database.run('SELECT id FROM pets')).map(([id]) => Number(id)));
    expect(clients.created.filter((id) => !stored.has(id))).toEqual([]);
    expect(clients.created.length).toBe(stored.size);
    await proxy.stop();
    for (const node of nodes) await node.stop();
    await database.remove();
  },
);
