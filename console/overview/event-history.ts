import { type Client, PetstoreError, type PetstoreEvent } from '../../client/index.ts';

/** What has happened lately, as far back as it was read. */
export interface EventHistory {
  /** Without a gap, the oldest first. */
  readonly events: readonly PetstoreEvent[];
  /** The id behind which the next events come. */
  readonly last: bigint;
  /**
   * How far back the events go: `far enough`; `limit`: more has happened than is read; `forgotten`: the server keeps no
   * older ones.
   */
  readonly reach: 'far enough' | 'limit' | 'forgotten';
}

interface ReadOptions {
  signal: AbortSignal;
  /** Events from this moment on are wanted. */
  since: Date;
}

const pageSize = 100n;
const pagesAtOnce = 4;
/** So many events are read and kept at most: some 2 MB. */
export const mostEvents = 10_000;
/** So many stay, however old they are. */
const fewestEvents = 100;

/**
 * Reads the newest events: from the end of the log backwards, until there are enough. Their ids have no gaps, so the
 * place where a page begins is known beforehand.
 */
export async function readHistory(client: Client, options: ReadOptions): Promise<EventHistory> {
  const { signal, since } = options;
  const last = await client.events.lastId({ signal });
  let floor = 0n;
  let first = last + 1n;
  let events: PetstoreEvent[] = [];
  let reach: EventHistory['reach'] = 'far enough';
  while (first > floor + 1n && (events.length < fewestEvents || !isBefore(events[0], since))) {
    if (events.length >= mostEvents) {
      reach = 'limit';
      break;
    }
    const starts = startsBefore(first, floor, events.length === 0 ? 1 : pagesAtOnce);
    try {
      const pages = await Promise.all(starts.map(([after, limit]) => readPage(client, signal, after, limit)));
      events = [...pages.reverse().flat(), ...events];
      first = (starts.at(-1)?.[0] ?? floor) + 1n;
    } catch (error) {
      if (!isExpired(error)) throw error;
      // Without a place to begin at, it begins with the oldest event that is kept.
      const [oldest] = (await client.events.list({ limit: 1, signal }).page()).items;
      const kept = (oldest?.id ?? first) - 1n;
      if (kept <= floor) throw error;
      floor = kept;
      reach = 'forgotten';
    }
  }
  // There are older ones, and they are not needed.
  if (reach === 'forgotten' && first > floor + 1n) reach = 'far enough';
  return { events, last, reach };
}

/** Adds what has happened since; reads anew when that is too much, or is not kept any more. */
export async function continueHistory(
  client: Client,
  history: EventHistory,
  options: ReadOptions,
): Promise<EventHistory> {
  const added: PetstoreEvent[] = [];
  try {
    for await (const { items } of client.events.list({ after: history.last, signal: options.signal }).pages()) {
      added.push(...items);
      if (added.length >= mostEvents / 2) return await readHistory(client, options);
    }
  } catch (error) {
    if (isExpired(error)) return await readHistory(client, options);
    throw error;
  }
  return trim({ ...history, events: [...history.events, ...added], last: added.at(-1)?.id ?? history.last }, options);
}

function trim(history: EventHistory, { since }: ReadOptions): EventHistory {
  const { events } = history;
  const surplus = Math.max(0, events.length - mostEvents);
  const wanted = events.findIndex((event) => !isBefore(event, since));
  // One that is too old stays: it shows that nothing is missing.
  const old = Math.min(wanted === -1 ? events.length : wanted - 1, events.length - fewestEvents);
  const kept = events.slice(Math.max(surplus, old, 0));
  if (isBefore(kept[0], since)) return { ...history, events: kept, reach: 'far enough' };
  return { ...history, events: kept, reach: surplus > 0 ? 'limit' : history.reach };
}

/** Where the pages before an event begin, the newest first, each with how many events it has. */
function startsBefore(first: bigint, floor: bigint, pages: number): (readonly [after: bigint, limit: number])[] {
  const starts: (readonly [bigint, number])[] = [];
  for (let end = first - 1n; end > floor && starts.length < pages; ) {
    const after = end - pageSize > floor ? end - pageSize : floor;
    starts.push([after, Number(end - after)]);
    end = after;
  }
  return starts;
}

async function readPage(client: Client, signal: AbortSignal, after: bigint, limit: number) {
  return (await client.events.list({ after, limit, signal }).page()).items;
}

function isBefore(event: PetstoreEvent | undefined, moment: Date): boolean {
  return event !== undefined && Date.parse(event.at) < moment.getTime();
}

function isExpired(error: unknown): boolean {
  return error instanceof PetstoreError && error.code === 'events_expired';
}
