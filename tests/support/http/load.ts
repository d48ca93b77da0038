import type { TestServer } from '../process/server.ts';
import { bodyOf } from './body.ts';

/** Clients that add animals. */
export interface Load {
  /** Name by id, of all acknowledged animals. */
  readonly acknowledged: ReadonlyMap<number, string>;
  /** Responses other than 201. */
  readonly unexpected: readonly string[];
  /** Stops the clients when each has a response to its current request. */
  stop(): Promise<void>;
}

const clients = 8;
/** Between two additions of a client: so that they do not slow down what they wait for. */
const pauseMs = 40;

export function startLoad(node: Pick<TestServer, 'fetch'>): Load {
  const acknowledged = new Map<number, string>();
  const unexpected: string[] = [];
  let isOver = false;
  const work = Array.from({ length: clients }, async (_, client) => {
    for (let count = 0; !isOver; count++) {
      const name = `client ${client} number ${count}`;
      const body = JSON.stringify({ name, categoryId: client });
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
      const answer = await node.fetch('/v1/pets', init);
      if (answer.status === 201) acknowledged.set((await bodyOf(answer)).id, name);
      else unexpected.push(`${answer.status} ${await answer.text()}`);
      await Bun.sleep(pauseMs);
    }
  });
  return {
    acknowledged,
    unexpected,
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}
