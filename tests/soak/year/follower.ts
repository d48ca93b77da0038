import type { Report } from '../history/rules.ts';
import type { Simulation } from './simulation.ts';

interface Event {
  readonly id: number;
  readonly type: string;
  readonly at: string;
}

const pageSize = 100;

/** A program that reads all events once a day. */
export interface Follower {
  /** Since it began, by type. */
  readonly types: ReadonlyMap<string, number>;
  /** All that have come. */
  readonly events: readonly Event[];
  readonly last: number;
  read(): Promise<void>;
}

/** Starts one with the event after the newest one. */
export async function startFollower({ send }: Simulation, report: Report): Promise<Follower> {
  const [newest] = await send<Event[]>('GET /v1/events?sort=-id&limit=1');
  const types = new Map<string, number>();
  const events: Event[] = [];
  let last = newest?.id ?? 0;
  return {
    types,
    events,
    get last() {
      return last;
    },
    async read() {
      for (let isOver = false; !isOver; ) {
        const page = await send<Event[]>(`GET /v1/events?after=${last}&limit=${pageSize}`);
        for (const { id, type, at } of page) {
          if (id !== last + 1) report('followers', `after the event ${last} came ${id}`);
          last = id;
          types.set(type, (types.get(type) ?? 0) + 1);
          events.push({ id, type, at });
        }
        isOver = page.length < pageSize;
      }
    },
  };
}
