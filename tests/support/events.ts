import type { PetBody } from './body.ts';

/** An event as JSON.parse reads it. */
export interface EventBody {
  id: number;
  type: string;
  at: string;
  petId?: number;
  orderId?: number;
  pet?: PetBody;
  category?: { id: number; name: string };
}

type Get = (path: string) => Promise<Response>;

/** Reads events page by page, each behind the last one, until there are so many, or no more come within 10 s. */
export async function readEvents(get: Get, after: number, count: number): Promise<EventBody[]> {
  const events: EventBody[] = [];
  for (let attempt = 0; events.length < count && attempt < 500; attempt++) {
    const response = await get(`/v1/events?limit=100&after=${events.at(-1)?.id ?? after}`);
    if (response.status !== 200) throw new Error(`the events were answered ${response.status}`);
    const page = (await response.json()) as EventBody[];
    events.push(...page);
    if (page.length === 0) await Bun.sleep(20);
  }
  return events;
}

/** The id of the newest event, when none has come for a while. */
export async function lastEventId(get: Get): Promise<number> {
  let last = 0;
  for (let quiet = 0, page = 0; quiet < 15 && page < 1_000; page++) {
    const events = (await (await get(`/v1/events?limit=100&after=${last}`)).json()) as EventBody[];
    last = events.at(-1)?.id ?? last;
    quiet = events.length === 0 ? quiet + 1 : 0;
    if (events.length === 0) await Bun.sleep(20);
  }
  return last;
}
