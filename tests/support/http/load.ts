import type { TestServer } from '../process/server.ts';
import { until } from '../until.ts';
import { bodyOf } from './body.ts';
import { readPages } from './pages.ts';

/** What clients observed while they added animals. */
export interface Load {
  /** Name by id, of all acknowledged animals. */
  readonly acknowledged: Map<number, string>;
  /** Ids that were assigned to more than one animal. */
  readonly givenTwice: number[];
  /** Responses with 503: to writes, except those with an unknown outcome, and to reads. */
  readonly refused: string[];
  /** Responses other than 201, 503, and 409, which means that the first request is still in progress. */
  readonly unexpected: string[];
  /** Stops the clients when each has a response to its current request. */
  stop(): Promise<void>;
}

const clients = 12;
const readers = 4;
const maxAttempts = 2_000;
/** Between two additions of a client: so that they do not slow down what they wait for. */
const pauseMs = 10;

/**
 * Starts clients that add animals through any node that responds, and some that list them. A client that adds retries a
 * request whose response is lost or 503, on another node and with the same idempotency key, until it is acknowledged.
 */
export function startLoad(nodes: readonly Pick<TestServer, 'fetch'>[]): Load {
  const acknowledged = new Map<number, string>();
  const givenTwice: number[] = [];
  const unexpected: string[] = [];
  const refused: string[] = [];
  let isOver = false;

  async function add(client: number, count: number): Promise<void> {
    const name = `client ${client} number ${count}`;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const node = nodes[(client + count + attempt) % nodes.length];
      const answer = await node
        ?.fetch('/v1/pets', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name.replaceAll(' ', '-') },
          body: JSON.stringify({ name, categoryId: client }),
          signal: AbortSignal.timeout(10_000),
        })
        .catch(() => undefined);
      if (answer?.status === 201) return keep((await bodyOf(answer)).id, name);
      const text = await answer?.text().catch(() => undefined);
      if (answer?.status === 503)
        refused.push(...(text?.includes('took effect is unknown') ? [] : [`create: ${text}`]));
      else if (answer !== undefined && answer.status !== 409) unexpected.push(`${answer.status} ${text}`);
      await Bun.sleep(5 + 20 * Math.random());
    }
    unexpected.push(`${name} was never acknowledged`);
  }

  function keep(id: number, name: string): void {
    if (acknowledged.has(id)) givenTwice.push(id);
    acknowledged.set(id, name);
  }

  async function read(count: number): Promise<void> {
    const answer = await nodes[count % nodes.length]?.fetch('/v1/pets?limit=1').catch(() => undefined);
    if (answer?.status === 503) refused.push(`list: ${await answer.text()}`);
    await Bun.sleep(20 * Math.random());
  }

  const work = Array.from({ length: clients }, async (_, client) => {
    for (let count = 0; !isOver && count < 100_000; count++) {
      await add(client, count);
      await Bun.sleep(pauseMs);
    }
  });
  const reads = Array.from({ length: readers }, async (_, reader) => {
    for (let count = reader; !isOver && count < 100_000; count++) await read(count);
  });
  return {
    acknowledged,
    givenTwice,
    refused,
    unexpected,
    async stop() {
      isOver = true;
      await Promise.all([...work, ...reads]);
    },
  };
}

/** Waits until `more` further animals are acknowledged. */
export async function untilMore({ acknowledged }: Load, more = 50): Promise<void> {
  const before = acknowledged.size;
  await until(
    `${more} more to be acknowledged`,
    () => acknowledged.size,
    (size) => size >= before + more,
  );
}

/** The names of all animals by id, read through the API. */
export async function readAllNames(server: TestServer): Promise<Map<number, string>> {
  const pets = await readPages<{ id: number; name: string }>((path) => server.fetch(path), '/v1/pets?limit=100');
  return new Map(pets.map(({ id, name }) => [id, name]));
}
