import { describe, expect, test } from 'bun:test';
import { startBalancer } from '../support/balancer.ts';
import { postgres, sqlite } from '../support/engines.ts';
import { startRollingClients } from '../support/rolling-clients.ts';
import { startServer } from '../support/server.ts';
import { canShareAPort } from '../support/workers.ts';

describe('rolling restarts behind a load balancer that does not retry', () => {
  test.each([
    ['PostgreSQL', postgres, {}],
    ...(canShareAPort ? ([['SQLite, with workers', sqlite, { PETSTORE_WORKERS: '2' }]] as const) : []),
  ] as const)('fail no request with PETSTORE_DRAIN_SECONDS, on %s', async (_, engine, more) => {
    const database = await engine.makeDatabase({ isMigrated: true });
    const env = { PETSTORE_DRAIN_SECONDS: '1', ...more };
    const nodes = [await startServer({ database, env }), await startServer({ database, env })];
    const balancer = await startBalancer(nodes.map(({ url }) => url));
    for (const { url } of nodes) await balancer.untilReady(url);
    const clients = startRollingClients(balancer.url, 12);
    for (const [index, node] of nodes.entries()) {
      await clients.untilMore(100);
      expect(await node.stop()).toBe(0);
      const replacement = await startServer({ database, env });
      nodes[index] = replacement;
      balancer.move(node.url, replacement.url);
      await balancer.untilReady(replacement.url);
    }
    await clients.untilMore(100);
    await clients.stop();
    expect(clients.answered).toBeGreaterThan(300);
    expect(clients.failed).toEqual([]);
    balancer.close();
    for (const node of nodes) await node.stop();
    await database.remove();
  });
});
