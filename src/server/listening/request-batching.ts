import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { oncePerTick } from '../../lib/next-tick.ts';

/**
 * A workaround for the runtime, which hands over and answers one request after the other.
 *
 * What it works around: the program with SQLite, and the kernel's work for a receive and a send, each need more than the
 * processor's first-level caches. Alternating between them, each finds the caches full of the other's data. Handling all
 * requests of an event-loop tick first and sending all responses afterwards takes 30 % less CPU time per read with 64
 * connections, 25 % less with 16, and the same with 8 or fewer (docs/decisions/0007-what-the-runtime-answers.md).
 *
 * Responses with a large body are the exception: what does not fit into the buffer of the runtime (16 KiB) is sent header
 * by header, with a system call for each part of each line, unless the handler returns it immediately. That costs 170 µs, so
 * requests are handled as they arrive while more than a few responses are that large.
 *
 * What it costs: this file, a count of large responses, and a rule for pipelining clients. The runtime closes a connection on
 * which a request arrives before the previous response was returned (RFC 9112, section 9.3.2), so pipelining works only while
 * responses are immediate. Batching therefore starts only after a tick in which every request had a connection of its own, and
 * pauses when a connection was closed while its request waited: a client that pipelines and tries again gets its responses.
 *
 * When it goes: measure with and without it after each upgrade of the runtime. Remove it when reading one animal over 16
 * connections (`npm run bench`) gains less than 15 % of CPU time.
 */
export class RequestBatching {
  readonly #options: RequestBatchingOptions;
  #mode: Mode = 'immediate';
  #arrived = 0;
  /** How many requests arrive per tick, decaying. */
  #load = 0;
  /** The number of responses in recent ticks, and how many of them were large, both decaying. */
  #recent = { responses: 0, large: 0 };
  #largeBefore = 0;
  #waiting: Waiting[] = [];
  /** Replaced instead of cleared: see `TurnoverSet`. */
  #connections = new Set<string | undefined>();
  #noBatchingUntil = 0;
  /** What the runtime had pending before the requests that wait. */
  #pendingBefore = 0;
  #nextCheckAt = 0;

  constructor(options: RequestBatchingOptions) {
    this.#options = options;
  }

  take(request: Request): MaybePromise<Response> {
    this.#scheduleEndOfTick();
    this.#arrived += 1;
    if (this.#mode === 'batching') {
      if (this.#waiting.length === 0) this.#pendingBefore = this.#options.countPending() - 1;
      return new Promise((respond) => this.#waiting.push({ request, respond }));
    }
    if (this.#mode === 'probing') this.#connections.add(this.#options.connectionOf(request));
    this.#options.onBegin();
    return this.#options.handle(request);
  }

  readonly #scheduleEndOfTick = oncePerTick(() => {
    const waiting = this.#waiting;
    if (this.#hasClosedConnection()) this.#noBatchingUntil = performance.now() + closedCooldownMs;
    this.#observeSizes();
    this.#mode = this.#nextMode();
    this.#arrived = 0;
    this.#waiting = [];
    if (this.#connections.size > 0) this.#connections = new Set();
    if (waiting.length === 0) return;
    this.#options.onBegin();

    const handled = waiting.map(({ request, respond }) => ({ respond, response: this.#handle(request) }));
    for (const { respond, response } of handled) respond(response);
    this.#options.onBatchEnd();
  });

  #nextMode(): Mode {
    this.#load = Math.max(this.#arrived, this.#load * loadDecay);
    if (this.#load < batchThreshold) return 'immediate';
    if (this.#recent.large > this.#recent.responses * maxLargeShare) return 'immediate';
    const now = performance.now();
    const isPipelined = this.#mode === 'probing' && this.#connections.size < this.#arrived;
    if (isPipelined) this.#noBatchingUntil = now + pipeliningCooldownMs;
    if (now < this.#noBatchingUntil) return 'immediate';
    return this.#mode === 'immediate' ? 'probing' : 'batching';
  }

  #observeSizes(): void {
    const large = this.#options.countLarge();
    const { responses, large: before } = this.#recent;
    this.#recent = {
      responses: responses * sizeDecay + this.#arrived,
      large: before * sizeDecay + large - this.#largeBefore,
    };
    this.#largeBefore = large;
  }

  /**
   * Whether the connection of a request was closed while it waited. To look at each takes a tenth of the time of handling
   * it, so that is done only if fewer requests are pending than there should be, and not each time.
   */
  #hasClosedConnection(): boolean {
    const waiting = this.#waiting;
    if (waiting.length === 0 || this.#options.countPending() >= this.#pendingBefore + waiting.length) return false;
    const now = performance.now();
    if (now < this.#nextCheckAt) return false;
    this.#nextCheckAt = now + checkIntervalMs;
    return waiting.some(({ request }) => this.#options.connectionOf(request) === undefined);
  }

  /** A request that throws must not keep the others from their responses. */
  #handle(request: Request): MaybePromise<Response> {
    try {
      return this.#options.handle(request);
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

export interface RequestBatchingOptions {
  handle(request: Request): MaybePromise<Response>;
  /** Identifies the connection of a request; `undefined` when it is closed. */
  connectionOf(request: Request): string | undefined;
  /** How many requests have no response yet. */
  countPending(): number;
  /** How many responses with a large body there were until now. */
  countLarge(): number;
  /** Called before a request, or a batch of them, is handled. */
  onBegin(): void;
  /** Called when all requests of a batch have been handled. */
  onBatchEnd(): void;
}

/** Requests are handled as they arrive; the same, while connections are checked for pipelining; or at the end of the tick. */
type Mode = 'immediate' | 'probing' | 'batching';

interface Waiting {
  readonly request: Request;
  respond(response: MaybePromise<Response>): void;
}

/** Requests per tick from which batching pays off. */
const batchThreshold = 6;
/** Part of the load that is carried over to the next tick, so that a short pause changes nothing. */
const loadDecay = 0.75;
/** A large response costs about 30 times of what batching saves for a small one. */
const maxLargeShare = 1 / 32;
/** Part of the counts that is carried over to the next tick: they are those of some hundred ticks. */
const sizeDecay = 0.99;
/** How long batching is off after a client has pipelined. */
const pipeliningCooldownMs = 60_000;
/** The same after a connection was closed while its request waited, which a client can also do without pipelining. */
const closedCooldownMs = 5_000;
/** Other responses that end in the same tick also make the number of pending requests smaller. */
const checkIntervalMs = 10;
