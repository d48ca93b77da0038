import { describe, expect, test } from 'bun:test';
import { startBalancer } from '../support/balancer.ts';
import { Connection } from '../support/connection.ts';
import { postgres, sqlite } from '../support/engines.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { canShareAPort } from '../support/workers.ts';

/** Sends requests over connections that stay open until the service announces their end, and retries none. */
function startClients(url: string, count: number) {
  let isOver = false;
  let sent = 0;
  const failed: string[] = [];
  const clients = Array.from({ length: count }, async (_, client) => {
    let connection: Connection | undefined;
    for (let request = 0; !isOver && request < 50_000; request++) {
      const isWrite = request % 4 === client % 4;
      try {
        connection ??= await Connection.open(url);
        const { status, headers } = isWrite
          ? await connection.send({ method: 'POST', path: '/v1/pets', body: '{"name":"Rolling","categoryId":1}' })
          : await connection.send({ path: '/v1/pets?limit=2' });
        sent++;
        if (status !== (isWrite ? 201 : 200)) failed.push(`${status}`);
        if (headers.get('Connection') === 'close') {
          connection.close();
          connection = undefined;
        }
      } catch (error) {
        failed.push(String(error));
        connection = undefined;
      }
      await Bun.sleep(1);
    }
    connection?.close();
  });
  return {
    failed,
    untilMore: async (more: number) =>
      void (await until(
        'more requests',
        (
          (before) => () =>
            sent >= before + more
        )(sent),
      )),
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return sent;
    },
  };
}

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
    const clients = startClients(balancer.url, 12);
    for (const [index, node] of nodes.entries()) {
      await clients.untilMore(100);
      expect(await node.stop()).toBe(0);
      const replacement = await startServer({ database, env });
      nodes[index] = replacement;
      balancer.move(node.url, replacement.url);
      await balancer.untilReady(replacement.url);
    }
    await clients.untilMore(100);
    expect(await clients.stop()).toBeGreaterThan(300);
    expect(clients.failed).toEqual([]);
    balancer.close();
    for (const node of nodes) await node.stop();
    await database.remove();
  });
});
