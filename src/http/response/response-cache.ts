import { setImmediate as nextTick } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import type { RequestContext } from '../request/context.ts';
import type { Reply } from './reply.ts';

const maxCharacters = 16 * 1_024 * 1_024;
/** Size of an entry beside its text, rounded up: headers, map, objects. */
const entryOverhead = 2_048;
/** How many requests are remembered at most, as hashes, to recognize a second one. */
const maxSeen = 8_192;

/** Characters of a text, or bytes; what has no body is small. */
function sizeOf(made: object): number {
  const body = 'body' in made ? made.body : undefined;
  if (typeof body === 'string') return body.length;
  return body instanceof Blob ? body.size : 0;
}

/** The cache is not cleared but replaced: see `TurnoverSet`. */
function newCache<Made extends object>() {
  return new LRUCache<string, Made>({
    maxSize: maxCharacters,
    sizeCalculation: (made, request) => entryOverhead + request.length + sizeOf(made),
  });
}

/** The day on which a request arrived, and the store's revision at that time. */
type Arrival = Pick<RequestContext, 'revision' | 'today'>;

/**
 * A response cache, valid for one revision of the store and one day of the shelter: any commit empties it, and so does midnight. It
 * admits a reply on the second request for it, because admission costs a tenth of producing the reply, and holds at most
 * 16 Mi characters.
 *
 * Without a revision no reply outlives the event-loop tick: the same requests of one tick share a reply that is produced
 * at its end. By then all of them have arrived, so none of them misses a write that was acknowledged before it was sent.
 */
export class ResponseCache<Made extends object = Reply> {
  #replies = newCache<Made>();
  #shared = new Map<string, Promise<Made>>();
  #endOfTick: Promise<void> | undefined;
  /** Hashes of recent requests, across revisions. Two at the same place are kept out only while they take turns. */
  readonly #seen = new Uint32Array(maxSeen);
  /** So that nobody can tell which requests have the same place. */
  readonly #seed = crypto.getRandomValues(new Uint32Array(1))[0];
  #revision: number | undefined;
  #day: bigint | undefined;
  /** How many replies were found. */
  hits = 0;
  /** How many had to be made. */
  misses = 0;

  /** `request` tells what the reply depends on beside the store and the day. */
  findOrMake(request: string, { revision, today }: Arrival, make: () => MaybePromise<Made>): MaybePromise<Made> {
    if (revision === undefined) return this.#share(request, make);
    if (revision !== this.#revision || today !== this.#day) {
      if (this.#replies.size > 0) this.#replies = newCache();
      this.#revision = revision;
      this.#day = today;
    }
    const cached = this.#replies.get(request);
    if (cached !== undefined) {
      this.hits++;
      return cached;
    }
    this.misses++;
    return this.#isFirst(request) ? make() : this.#makeAndKeep(request, make);
  }

  /** Apart from `findOrMake`, because what its closure captures would cost each request an allocation (`andThen`). */
  #makeAndKeep(request: string, make: () => MaybePromise<Made>): MaybePromise<Made> {
    const [revision, day] = [this.#revision, this.#day];
    return andThen(make(), (reply) => {
      if (revision === this.#revision && day === this.#day) this.#replies.set(request, reply);
      return reply;
    });
  }

  #isFirst(request: string): boolean {
    const hash = Bun.hash.xxHash32(request, this.#seed);
    const isFirst = this.#seen[hash % maxSeen] !== hash;
    this.#seen[hash % maxSeen] = hash;
    return isFirst;
  }

  #share(request: string, make: () => MaybePromise<Made>): Promise<Made> {
    const shared = this.#shared.get(request);
    if (shared !== undefined) {
      this.hits++;
      return shared;
    }
    this.misses++;
    this.#endOfTick ??= this.#awaitEndOfTick();
    const made = this.#endOfTick.then(make);
    this.#shared.set(request, made);
    return made;
  }

  /** Whoever asks after it shares nothing with those before. */
  async #awaitEndOfTick(): Promise<void> {
    await nextTick();
    this.#endOfTick = undefined;
    this.#shared = new Map();
  }
}
