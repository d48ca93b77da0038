import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';

type Server = Bun.Server<undefined>;

const drainTimeoutMs = 30_000;

/** How long new connections are still accepted while requests are in progress, so that load balancers see /readyz fail. */
const lameDuckMs = 5_000;

/** Connections that are idle for this long are closed when draining. */
const idleBeforeCloseMs = 150;

/** How long a replaced server asks clients to close their connections, before it closes those that are idle. */
const retireMs = 2_000;

type Fetch = (request: Request) => MaybePromise<Response>;

/** Starts a server of the runtime that answers with `fetch`. @throws StartError */
export type Listen = (fetch: Fetch) => Server;

/** A server of the runtime, and those that it has replaced while they still have connections. */
export class Listener {
  readonly #fetch: Fetch;
  #current: Server;
  #retire: () => void = () => undefined;
  readonly #replaced = new Set<Server>();
  #isEnding = false;

  constructor(fetch: Fetch, listen: Listen) {
    this.#fetch = fetch;
    this.#current = this.#listen(listen);
  }

  get current(): Server {
    return this.#current;
  }

  /**
   * Listens with another server at the same port. Connections of the previous one are closed after their next response, or
   * when they have been idle for a while. Both servers must share the port.
   */
  replace(listen: Listen): void {
    const [previous, retire] = [this.#current, this.#retire];
    this.#current = this.#listen(listen);
    this.#replaced.add(previous);
    retire();
    // Right after the event loop has accepted connections: those that still wait to be accepted are reset.
    setTimeout(() => setImmediate(() => this.#stop(previous)), retireMs);
  }

  #listen(listen: Listen): Server {
    let isRetired = false;
    const server = listen((request) => (isRetired ? andThen(this.#fetch(request), closing) : this.#fetch(request)));
    // If `listen` throws, the current server stays, and with it what retires it.
    this.#retire = () => {
      isRetired = true;
    };
    return server;
  }

  /** Stops listening. Resolves when the last request has been answered. */
  async #stop(previous: Server): Promise<void> {
    if (this.#isEnding) return;
    await previous.stop(false);
    this.#replaced.delete(previous);
  }

  /** Waits for the current requests, stops listening, and closes the connections once they are idle. */
  async drain(): Promise<void> {
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    while (this.pendingRequests > 0 && elapsedMs() < lameDuckMs) await Bun.sleep(10);
    void this.#current.stop(false);
    let idleSince = elapsedMs();
    while (elapsedMs() - idleSince < idleBeforeCloseMs && elapsedMs() < drainTimeoutMs) {
      await Bun.sleep(5);
      if (this.pendingRequests > 0) idleSince = elapsedMs();
    }
    await this.end();
  }

  /** Stops listening and closes all connections. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#all().map((server) => server.stop(true)));
  }

  #all(): Server[] {
    return [this.#current, ...this.#replaced];
  }

  get pendingRequests(): number {
    return this.#all().reduce((sum, { pendingRequests }) => sum + pendingRequests, 0);
  }
}

function closing(response: Response): Response {
  response.headers.set('Connection', 'close');
  return response;
}
