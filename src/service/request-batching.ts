import type { MaybePromise } from '../lib/maybe-promise.ts';
import { oncePerTick } from '../lib/next-tick.ts';

export interface RequestTurnsOptions {
  handle(request: Request): MaybePromise<Response>;
  /** Names the connection that a request came over. */
  connectionOf(request: Request): string | undefined;
  /** Called before a request is handled, or before several that are taken together. */
  onBegin(): void;
  /** What was begun by requests that were taken together ends. */
  onEnd(): void;
}

/** From how many requests in a turn on they are taken together. With fewer, waiting costs more than it saves. */
const batchThreshold = 6;
/** How much of a turn with many requests is left of it in the next one, so that a short pause changes nothing. */
const loadDecay = 0.75;
/** For how long nothing is taken together after a request came before the last one on its connection was answered. */
const pipeliningCooldownMs = 60_000;

/** How requests are taken: as they come; so, but with an eye on their connections; or all of a turn when it ends. */
type Mode = 'one by one' | 'watched' | 'together';

interface Waiting {
  readonly request: Request;
  answer(response: MaybePromise<Response>): void;
}

/**
 * Takes the requests that arrive in one turn of the event loop together, when there are many: all are worked on one after
 * the other, and then all are answered. Taken as they come, each would find the processor's caches full of what the
 * kernel does to send an answer and to receive a request, and the kernel those full of what the request needed.
 *
 * The runtime closes a connection on which a request arrives before the last one was answered (pipelining, RFC 9112,
 * section 9.3.2), so that those work only while answers are given at once. Requests are therefore taken together only
 * after a turn in which each came over a connection of its own.
 */
export class RequestBatching {
  readonly #options: RequestTurnsOptions;
  #mode: Mode = 'one by one';
  #arrived = 0;
  /** How many requests arrive in a turn, lately. */
  #load = 0;
  #waiting: Waiting[] = [];
  readonly #connections = new Set<string | undefined>();
  #distrustedUntil = 0;

  constructor(options: RequestTurnsOptions) {
    this.#options = options;
  }

  take(request: Request): MaybePromise<Response> {
    this.#scheduleEnd();
    this.#arrived += 1;
    if (this.#mode === 'together') return new Promise((answer) => this.#waiting.push({ request, answer }));
    if (this.#mode === 'watched') this.#connections.add(this.#options.connectionOf(request));
    this.#options.onBegin();
    return this.#options.handle(request);
  }

  readonly #scheduleEnd = oncePerTick(() => {
    const waiting = this.#waiting;
    this.#mode = this.#nextMode();
    this.#arrived = 0;
    this.#waiting = [];
    this.#connections.clear();
    if (waiting.length === 0) return;
    this.#options.onBegin();

    const answered = waiting.map(({ request, answer }) => ({ answer, response: this.#handle(request) }));
    for (const { answer, response } of answered) answer(response);
    this.#options.onEnd();
  });

  #nextMode(): Mode {
    this.#load = Math.max(this.#arrived, this.#load * loadDecay);
    if (this.#load < batchThreshold) return 'one by one';
    const now = performance.now();
    if (this.#mode === 'watched' && this.#connections.size < this.#arrived)
      this.#distrustedUntil = now + pipeliningCooldownMs;
    if (now < this.#distrustedUntil) return 'one by one';
    return this.#mode === 'one by one' ? 'watched' : 'together';
  }

  /** One that throws must not keep the others from their answers. */
  #handle(request: Request): MaybePromise<Response> {
    try {
      return this.#options.handle(request);
    } catch (error) {
      return Promise.reject(error);
    }
  }
}
