import type { EventBody } from '../data/events.ts';
import { until } from '../until.ts';

/** A server-sent event: the value of each of its fields. */
export interface SentEvent {
  id: string;
  type: string;
  data: string;
}

/** Reads a stream of server-sent events (HTML standard, section 9.2). */
export class EventReader {
  readonly events: SentEvent[] = [];
  lastEventId = '';
  comments = 0;
  /** How the stream ended: the server closed it, or the connection broke. */
  end: 'complete' | 'broken' | undefined;
  readonly #abort = new AbortController();

  /** Calls `fetch` with `headers` and the headers that every event stream client sends. */
  static async open(
    fetch: (init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>,
    headers: Record<string, string> = {},
  ): Promise<EventReader> {
    const reader = new EventReader();
    const init = { headers: { Accept: 'text/event-stream', ...headers }, signal: reader.#abort.signal };
    const response = await fetch(init);
    if (response.status !== 200) throw new Error(`the stream returned ${response.status}: ${await response.text()}`);
    reader.#read(response).then(
      () => (reader.end = 'complete'),
      () => (reader.end = 'broken'),
    );
    await reader.until(() => reader.lastEventId !== '' || reader.end !== undefined);
    return reader;
  }

  get ids(): number[] {
    return this.events.map(({ id }) => Number(id));
  }

  get bodies(): EventBody[] {
    return this.events.map(({ data }) => JSON.parse(data));
  }

  /** Waits until `isReached` returns true. */
  async until(isReached: () => boolean): Promise<void> {
    const seen = () => ({ last: this.lastEventId, events: this.events.length, comments: this.comments, end: this.end });
    await until(`the stream to reach ${isReached}`, seen, isReached);
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  /** An event without data is not delivered, but its id counts. */
  #take(block: string): void {
    const event = { id: this.lastEventId, type: 'message', data: '' };
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === '') this.comments++;
      if (field === 'id') event.id = value;
      if (field === 'event') event.type = value;
      if (field === 'data') event.data += value;
    }
    this.lastEventId = event.id;
    if (event.data !== '') this.events.push(event);
  }
}
