import type { Random } from '../../../src/lib/seeded-random.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { adminKey } from '../../support/process/server.ts';
import type { Followed, ReceivedEvent } from '../history/history.ts';

/** Follows the event stream from the first event on, and reconnects to any node where it left off. */
export class Follower {
  readonly #name: string;
  readonly #urls: readonly string[];
  readonly #random: Random;
  readonly #clock: () => number;
  readonly #events: ReceivedEvent[] = [];
  readonly #running: Promise<void>;
  #lastId = 0;
  #reader: EventReader | undefined;
  #isOver = false;

  constructor(name: string, urls: readonly string[], random: Random, clock: () => number) {
    this.#name = name;
    this.#urls = urls;
    this.#random = random;
    this.#clock = clock;
    this.#running = this.#run();
  }

  get lastId(): number {
    return this.#lastId;
  }

  /** Stops following. @param isComplete whether it was given the time to reach the end of the log */
  async stop(isComplete: boolean): Promise<Followed> {
    this.#isOver = true;
    this.#reader?.close();
    await this.#running;
    return { name: this.#name, after: 0, events: this.#events, isComplete };
  }

  async #run(): Promise<void> {
    for (let connections = 0; !this.#isOver && connections < 100_000; connections++) {
      const url = `${this.#random.pick(this.#urls)}/v1/events`;
      const headers = { Authorization: `Bearer ${adminKey}`, 'Last-Event-ID': String(this.#lastId) };
      this.#reader = await EventReader.open((init) => fetch(url, init), headers).catch(() => undefined);
      if (this.#reader !== undefined) await this.#take(this.#reader);
      await Bun.sleep(20);
    }
  }

  async #take(reader: EventReader): Promise<void> {
    // Sometimes the client leaves, as a closed browser does.
    const leaveAt = performance.now() + this.#random.between(500, 15_000);
    while (!this.#isOver) {
      const hasEnded = reader.end !== undefined || performance.now() > leaveAt;
      for (const { data } of reader.events.splice(0)) {
        const event = JSON.parse(data) as ReceivedEvent['event'];
        this.#events.push({ at: this.#clock(), event });
        this.#lastId = event.id;
      }
      if (hasEnded) break;
      await Bun.sleep(5);
    }
    reader.close();
  }
}
