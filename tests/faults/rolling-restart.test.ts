import { describe, expect, test } from 'bun:test';
import { postgres, sqlite } from '../support/engines.ts';
import { startBalancer } from '../support/http/balancer.ts';
import { startRollingClients } from '../support/http/rolling-clients.ts';
import { startServer } from '../support/process/server.ts';
import { canShareAPort } from '../support/process/workers.ts';

describe('rolling restarts behind a load balancer that does not retry', () => {
  test.each([
    ['PostgreSQL', postgres, {}],
    ...(canShareAPort ? ([['SQLite, with workers', sqlite, { PETSTORE_WORKERS: '2' }]] as const) : []),
  ] as const)('fail no request with PETSTORE_DRAIN_SECONDS, on %s', async (_, engine, more) => {
    const database = await engine.makeDatabase({ isMigrated: true });
    const env = { PETSTORE_DRAIN_SECONDS: '1', ...more };
    const [first, second] = [await startServer({ database, env }), await startServer({ database, env })];
    const balancer = await startBalancer([first.url, second.url]);
    for (const { url } of [first, second]) await balancer.untilReady(url);
    const clients = startRollingClients(balancer.url, 6, { pauseMs: 30 });
    await clients.untilMore(50);
    expect(await first.stop()).toBe(0);
    const replacement = await startServer({ database, env });
    balancer.move(first.url, replacement.url);
    await balancer.untilReady(replacement.url);
    await clients.untilMore(50);
    // From now on, the replacement serves everything.
    expect(await second.stop()).toBe(0);
    await clients.untilMore(50);
    await clients.stop();
    expect(clients.failed).toEqual([]);
    balancer.close();
    await replacement.stop();
    await database.remove();
  });
});
