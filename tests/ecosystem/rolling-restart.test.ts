import { expect, test } from 'bun:test';
import { Random } from '../../cli/demo/seeded-random.ts';
import { check } from '../soak/history/check.ts';
import { Recorder } from '../soak/history/history.ts';
import { readState } from '../soak/history/read-state.ts';
import { startLoad } from '../soak/load/load.ts';
import { findForbidden } from '../soak/rounds.ts';
import { postgres } from '../support/engines.ts';
import { haproxy } from '../support/http/reverse-proxies.ts';
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
    const recorder = new Recorder();
    const entrance = { url: `https://127.0.0.1:${proxy.port}` };
    const size = { catalogues: 12, markets: 0, followers: 0, pauseMs: 2 };
    const clients = startLoad([entrance], new Random('rolling'), recorder, size);
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
    const history = await clients.stop();
    expect(findForbidden(recorder, ['unexpected', 'refused', 'unknown'])).toEqual([]);
    await nodes[0]?.untilSettled();
    expect(check(history, await readState(nodes[0]?.fetch ?? fetch))).toEqual([]);
    await proxy.stop();
    for (const node of nodes) await node.stop();
    await database.remove();
  },
);
