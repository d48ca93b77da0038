import { Connection, type Reply, type Sent } from '../../support/http/connection.ts';

/** Longer than the service takes for any request. */
const timeoutMs = 30_000;

/**
 * One client's connections, one to each node. A request is sent at most once: the runtime's `fetch` may repeat one whose
 * connection breaks, which would look like a change made twice.
 */
export class Channel {
  readonly #urls: readonly string[];
  readonly #connections = new Map<number, Connection>();
  #isClosed = false;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Returns the response, `unsent` if there is no connection, or `unanswered` if it ended before the response. */
  async send(node: number, sent: Sent): Promise<Reply | 'unsent' | 'unanswered'> {
    if (this.#connections.get(node)?.isEnded) this.#drop(node);
    const connection = this.#connections.get(node) ?? (await this.#connect(node));
    if (connection === undefined) return 'unsent';
    const timer = setTimeout(() => connection.close(), timeoutMs);
    try {
      const reply = await connection.send(sent);
      if (reply.headers.get('Connection')?.toLowerCase() === 'close') this.#drop(node);
      return reply;
    } catch {
      this.#drop(node);
      return 'unanswered';
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of this.#connections.values()) connection.close();
  }

  #drop(node: number): void {
    this.#connections.get(node)?.close();
    this.#connections.delete(node);
  }

  async #connect(node: number): Promise<Connection | undefined> {
    const url = this.#urls[node];
    if (url === undefined || this.#isClosed) return undefined;
    const connection = await Connection.open(url).catch(() => undefined);
    if (connection !== undefined) this.#connections.set(node, connection);
    return connection;
  }
}
