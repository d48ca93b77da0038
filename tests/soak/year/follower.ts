import type { Report } from '../history/rules.ts';
import type { Simulation } from './simulation.ts';

interface Event {
  id: number;
  type: string;
  at: string;
}

const pageSize = 100;

/** A program that reads all events once a day. */
export class Follower {
  /** Since it began, by type. */
  readonly types = new Map<string, number>();
  /** All that have come. */
  readonly events: Pick<Event, 'id' | 'type' | 'at'>[] = [];
  readonly #simulation: Simulation;
  readonly #report: Report;
  #last: number;

  private constructor(simulation: Simulation, report: Report, last: number) {
    this.#simulation = simulation;
    this.#report = report;
    this.#last = last;
  }

  /** It begins with the event after the newest one. */
  static async start(simulation: Simulation, report: Report): Promise<Follower> {
    const [newest] = await simulation.send<Event[]>('GET /v1/events?sort=-id&limit=1');
    return new Follower(simulation, report, newest?.id ?? 0);
  }

  get last(): number {
    return this.#last;
  }

  async read(): Promise<void> {
    for (;;) {
      const path = `GET /v1/events?after=${this.#last}&limit=${pageSize}`;
      const events = await this.#simulation.send<Event[]>(path);
      for (const { id, type, at } of events) {
        if (id !== this.#last + 1) this.#report('followers', `after the event ${this.#last} came ${id}`);
        this.#last = id;
        this.types.set(type, (this.types.get(type) ?? 0) + 1);
        this.events.push({ id, type, at });
      }
      if (events.length < pageSize) return;
    }
  }
}
