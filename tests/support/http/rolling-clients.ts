import { until } from '../until.ts';
import { Connection } from './connection.ts';

/** Clients of a service whose nodes are restarted one after the other. */
export interface RollingClients {
  /** A line for each request that was not answered as it must be. */
  readonly failed: readonly string[];
  /** The ids of the animals that they have added. */
  readonly created: readonly number[];
  /** How many requests were answered. */
  readonly answered: number;
  /** Waits until further requests are answered. */
  untilMore(count: number): Promise<void>;
  /** Ends the clients when their last requests are answered. */
  stop(): Promise<void>;
}

/** Sends requests over connections that stay open until the service says otherwise, and repeats none. */
export function startRollingClients(url: string, count: number, { pauseMs = 1 } = {}): RollingClients {
  let isOver = false;
  let answered = 0;
  const failed: string[] = [];
  const created: number[] = [];
  const work = Array.from({ length: count }, async (_, client) => {
    let connection: Connection | undefined;
    for (let request = 0; !isOver && request < 1_000_000; request++) {
      const isWrite = request % 4 === client % 4;
      try {
        connection ??= await Connection.open(url);
        const { status, headers, body } = isWrite
          ? await connection.send({ method: 'POST', path: '/v1/pets', body: '{"name":"Rolling","categoryId":1}' })
          : await connection.send({ path: '/v1/pets?limit=2' });
        answered++;
        if (status !== (isWrite ? 201 : 200)) failed.push(`${status} ${body.slice(0, 200)}`);
        else if (isWrite) created.push((JSON.parse(body) as { id: number }).id);
        if (headers.get('Connection') === 'close') {
          connection.close();
          connection = undefined;
        }
      } catch (error) {
        failed.push(String(error));
        connection = undefined;
      }
      await Bun.sleep(pauseMs);
    }
    connection?.close();
  });
  return {
    failed,
    created,
    get answered() {
      return answered;
    },
    async untilMore(more) {
      const target = answered + more;
      await until(
        `${target} answered requests`,
        () => answered,
        (seen) => seen >= target,
      );
    },
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}
