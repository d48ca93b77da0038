import { LRUCache } from 'lru-cache';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import type { Reply } from './reply.ts';

const maxCharacters = 16 * 1_024 * 1_024;
/** What an entry costs beside its text, generously: headers, map, objects. */
const entryOverhead = 2_048;
/** Requests that were seen once, of which twice as many are remembered at most, as hashes. */
const maxSeen = 4_096;

/**
 * A response cache, valid for one revision of the store: a commit by anyone empties it. It admits an answer when it is
 * asked for the second time, since keeping what is asked for once costs a tenth of making it, and holds at most 16 Mi
 * characters. Without a revision nothing outlives the tick of the event loop: the requests of one tick share an answer
 * that is made at its end, when all of them have arrived, so that none is told less than was acknowledged before it was
 * sent.
 */
export class ResponseCache {
  readonly #answers = new LRUCache<string, Reply>({
    maxSize: maxCharacters,
    sizeCalculation: (answer, request) => entryOverhead + request.length + (answer.body?.length ?? 0),
  });
  readonly #shared = new Map<string, Promise<Reply>>();
  #seen = new Set<number | bigint>();
  #seenBefore = new Set<number | bigint>();
  #revision: number | undefined;

  /** `revision` is the store's when the request came. */
  findOrMake(request: string, revision: number | undefined, make: () => MaybePromise<Reply>): MaybePromise<Reply> {
    if (revision === undefined) return this.#share(request, make);
    if (revision !== this.#revision) {
      if (this.#answers.size > 0) this.#answers.clear();
      this.#revision = revision;
    }
    const ready = this.#answers.get(request);
    if (ready !== undefined) return ready;
    if (this.#isFirst(request)) return make();
    return andThen(make(), (answer) => {
      if (revision === this.#revision) this.#answers.set(request, answer);
      return answer;
    });
  }

  /** Remembers the latest requests, whatever the revision was: the older half is forgotten when the newer one is full. */
  #isFirst(request: string): boolean {
    const hash = Bun.hash(request);
    if (this.#seen.has(hash) || this.#seenBefore.has(hash)) return false;
    if (this.#seen.size >= maxSeen) {
      this.#seenBefore = this.#seen;
      this.#seen = new Set();
    }
    this.#seen.add(hash);
    return true;
  }

  #share(request: string, make: () => MaybePromise<Reply>): Promise<Reply> {
    const shared = this.#shared.get(request);
    if (shared !== undefined) return shared;
    const made = endOfTick().then(() => {
      this.#shared.delete(request);
      return make();
    });
    this.#shared.set(request, made);
    return made;
  }
}

function endOfTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
