import type { Random } from '../../../cli/demo/seeded-random.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { adminKey } from '../../support/process/server.ts';
import type { Followed, ReceivedEvent } from '../history/history.ts';

interface Follower {
  readonly lastId: number;
  /** Stops following. @param isComplete whether it was given the time to reach the end of the log */
  stop(isComplete: boolean): Promise<Followed>;
}

/** Follows the event stream from the first event on, and reconnects to any node where it left off. */
export function startFollower(name: string, urls: readonly string[], random: Random, clock: () => number): Follower {
  const events: ReceivedEvent[] = [];
  let lastId = 0;
  let reader: EventReader | undefined;
  let isOver = false;

  async function take(from: EventReader): Promise<void> {
    // Sometimes the client leaves, as a closed browser does.
    const leaveAt = performance.now() + random.between(500, 15_000);
    for (let hasEnded = false; !isOver && !hasEnded; await Bun.sleep(5)) {
      hasEnded = from.end !== undefined || performance.now() > leaveAt;
      for (const event of from.bodies) events.push({ at: clock(), event });
      from.events.length = 0;
      lastId = events.at(-1)?.event.id ?? 0;
    }
    from.close();
  }

  async function run(): Promise<void> {
    for (let connections = 0; !isOver && connections < 100_000; connections++) {
      const url = `${random.pick(urls)}/v1/events`;
      const headers = { Authorization: `Bearer ${adminKey}`, 'Last-Event-ID': String(lastId) };
      reader = await EventReader.open((init) => fetch(url, init), headers).catch(() => undefined);
      if (reader !== undefined) await take(reader);
      await Bun.sleep(20);
    }
  }

  const running = run();
  return {
    get lastId() {
      return lastId;
    },
    async stop(isComplete) {
      isOver = true;
      reader?.close();
      await running;
      return { name, after: 0, events, isComplete };
    },
  };
}
