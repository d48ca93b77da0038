import type { PetBody } from '../http/body.ts';
import { until } from '../until.ts';

/** An event as JSON.parse reads it. */
export interface EventBody {
  id: number;
  type: string;
  at: string;
  petId?: number;
  orderId?: number;
  pet?: PetBody;
  category?: { id: number; name: string };
  actor?: object;
  changes?: MemberChange[];
}

export interface MemberChange {
  field: string;
  from?: string;
  to?: string;
}

type Get = (path: string) => Promise<Response>;

/** Reads events after `after`, page by page, until there are `count`. */
export async function readEvents(get: Get, after: number, count: number): Promise<EventBody[]> {
  const events: EventBody[] = [];
  const readOn = async () => {
    const response = await get(`/v1/events?limit=100&after=${events.at(-1)?.id ?? after}`);
    if (response.status !== 200) throw new Error(`GET /v1/events returned ${response.status}`);
    const page = (await response.json()) as EventBody[];
    events.push(...page);
    return { read: events.length, hasMore: page.length > 0 };
  };
  while (events.length < count) await until(`${count} events after ${after}`, readOn, ({ hasMore }) => hasMore);
  return events;
}

/** A source of events: a service in this process, or a server. */
interface Teller {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Waits until the events of all acknowledged writes have their sequence numbers. */
  untilSettled(): Promise<void>;
}

/** The id of the newest event, which a stream sends at its start. */
export async function lastEventId(teller: Teller): Promise<number> {
  await teller.untilSettled();
  const { body } = await teller.fetch('/v1/events', { headers: { Accept: 'text/event-stream' } });
  const reader = (body ?? new ReadableStream<Uint8Array>()).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Number(/^id: (\d+)\n/.exec(new TextDecoder().decode(value))?.[1]);
}
