import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Connection } from '../../../support/http/connection.ts';
import { childrenOf, halt, kill } from '../../../support/process/processes.ts';
import { startServer, type TestServer } from '../../../support/process/server.ts';
import { canShareAPort, closeAll, connectToEach, readMetrics } from '../../../support/process/workers.ts';
import { until } from '../../../support/until.ts';

const lists = 'petstore_http_requests_total{operation="listPets",status="200"}';
const listTimes = 'petstore_http_request_duration_seconds_count{operation="listPets"}';

describe.if(canShareAPort)('the metrics of several workers', () => {
  let server: TestServer;
  let connections: Connection[][];
  /** One connection to each worker. */
  let each: Connection[];
  /** The process behind each of them. */
  let pids: (number | undefined)[];
  let listed = 0;

  beforeAll(async () => {
    server = await startServer({ env: { PETSTORE_WORKERS: '3' } });
    connections = await connectToEach(server, 3, 1);
    each = connections.flat();
    pids = await pidsOf(each);
  });
  afterAll(async () => {
    closeAll(connections);
    await server.stop();
  });

  const metricsAt = async (connection: Connection | undefined) =>
    readMetrics((await connection?.send({ path: '/metrics' }))?.body ?? '');

  async function list(connection: Connection | undefined, times: number): Promise<void> {
    for (let count = 0; count < times; count++) await connection?.send({ path: '/v1/pets' });
    listed += times;
  }

  /** Waits until the metrics have all lists: a worker that is slow counts as it was up to a second ago. */
  const untilCounted = (connection: Connection | undefined) =>
    until(
      'all lists to be counted',
      () => metricsAt(connection),
      (metrics) => metrics.get(lists) === listed,
    );

  test('are those of all workers, whichever is asked', async () => {
    for (const [index, connection] of each.entries()) await list(connection, 10 * (index + 1));
    for (const connection of each) {
      const metrics = await untilCounted(connection);
      expect(metrics.get(listTimes)).toBe(60);
      expect([metrics.get('petstore_workers'), metrics.get('petstore_worker_restarts_total')]).toEqual([3, 0]);
      const build = [...metrics].filter(([series]) => series.startsWith('petstore_build_info{'));
      expect(build).toMatchObject([[expect.stringContaining('engine="sqlite"'), 1]]);
      expect(metrics.get('petstore_storage_available{for="writes"}')).toBe(1);
      expect(metrics.get('petstore_database_bytes')).toBeGreaterThan(10_000);
      expect(metrics.get('process_open_fds')).toBeGreaterThan(40);
      // Each process has more than 20 MiB, and there are four.
      expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(80 * 1024 * 1024);
      const started = metrics.get('process_start_time_seconds') ?? 0;
      expect(Math.abs(started - Date.now() / 1_000)).toBeLessThan(600);
    }
  });

  test('count the open streams of all workers', async () => {
    const readers = await Promise.all(each.map(() => Connection.open(server.url)));
    for (const reader of readers) {
      reader.begin({ path: '/v1/events', headers: { Accept: 'text/event-stream' } }, 0);
    }
    const open = async () => (await metricsAt(each[0])).get('petstore_streams_open');
    await until('three streams', open, (seen) => seen === 3);
    for (const reader of readers) reader.close();
    await until('the end of three streams', open, (seen) => seen === 0);
  });

  test('include the last values of a worker that does not respond', async () => {
    const [asked, silent] = each;
    await list(silent, 10);
    await untilCounted(asked);
    const [, pid] = pids;
    await halt(pid);
    const metrics = await metricsAt(asked);
    expect([metrics.get(lists), metrics.get('petstore_workers')]).toEqual([listed, 3]);
    kill(pid, 'SIGCONT');
    await list(silent, 1);
    await untilCounted(asked);
  });

  test('never decrease, even when workers are killed', async () => {
    const [asked, ...others] = each;
    for (const connection of each) await list(connection, 20);
    let last = await untilCounted(asked);
    for (let restarts = 0; restarts < 2; restarts++) {
      // Counted by workers other than the one that is asked.
      await list(others[restarts], 5);
      await untilCounted(asked);
      last = await expectNoFall(asked, last);
      kill(pids[restarts + 1], 'SIGKILL');
      for (let round = 0; round < 20; round++) last = await expectNoFall(asked, last);
      const isReplaced = async () => {
        last = await expectNoFall(asked, last);
        return last.get('petstore_worker_restarts_total') === restarts + 1 && last.get('petstore_workers') === 3;
      };
      await until('another worker', isReplaced);
    }
    expect(last.get(lists)).toBe(listed);
  });

  async function expectNoFall(asked: Connection | undefined, last: Map<string, number>): Promise<Map<string, number>> {
    const now = await metricsAt(asked);
    const isCounter = (name: string) => /_total|_count|_sum|_bucket/.test(name);
    const fallen = [...last].filter(([name, value]) => isCounter(name) && (now.get(name) ?? 0) < value);
    expect(fallen).toEqual([]);
    return now;
  }

  /** Finds the process behind each connection: only its connection gets no response while it is halted. */
  async function pidsOf(all: readonly Connection[]): Promise<(number | undefined)[]> {
    const found = new Map<Connection, number>();
    for (const pid of childrenOf(server.pid)) {
      await halt(pid);
      const silent = new Set(all);
      const answers = all.map((connection) =>
        connection.send({ path: '/livez' }).then(() => silent.delete(connection)),
      );
      await until('the answers of the others', () => silent.size === 1);
      for (const connection of silent) found.set(connection, pid);
      process.kill(pid, 'SIGCONT');
      await Promise.all(answers);
    }
    return all.map((connection) => found.get(connection));
  }
});
