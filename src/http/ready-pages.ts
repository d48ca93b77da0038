import { andThen, type MaybePromise } from '../store/statement.ts';
import type { Answer } from './answer.ts';

const maxCharacters = 16 * 1_024 * 1_024;
/** What an entry costs beside its text, generously: headers, map, objects. */
const entryOverhead = 2_048;
const maxAsked = 8_192;

/**
 * Answers that are made once for several requests. Where the store has a revision, an answer is true as long as that
 * stands still, so one commit by anyone empties the room; it never grows beyond 16 Mi characters, and what is asked for
 * only once does not come in: keeping it costs a tenth of making it. Where it has none, the requests of one turn of the
 * event loop share an answer that is made at the end of the turn: all of them have arrived by then, so none is told less
 * than was acknowledged before it was sent.
 */
export class ReadyPages {
  readonly #answers = new Map<string, Answer>();
  /** What was asked for of late, whatever the revision was. */
  readonly #asked = new Set<string>();
  readonly #ofThisTurn = new Map<string, Promise<Answer>>();
  #revision: number | undefined;
  #characters = 0;

  /** `revision` is the store's when the request came. */
  findOrMake(request: string, revision: number | undefined, make: () => MaybePromise<Answer>): MaybePromise<Answer> {
    if (revision === undefined) return this.#share(request, make);
    if (revision !== this.#revision) this.#empty(revision);
    const ready = this.#answers.get(request);
    if (ready !== undefined) return ready;
    if (this.#isNew(request)) return make();
    return andThen(make(), (answer) => {
      this.#keep(request, revision, answer);
      return answer;
    });
  }

  #isNew(request: string): boolean {
    if (this.#asked.has(request)) return false;
    if (this.#asked.size >= maxAsked) this.#asked.clear();
    this.#asked.add(request);
    return true;
  }

  #share(request: string, make: () => MaybePromise<Answer>): Promise<Answer> {
    const shared = this.#ofThisTurn.get(request);
    if (shared !== undefined) return shared;
    const made = endOfTurn().then(() => {
      this.#ofThisTurn.delete(request);
      return make();
    });
    this.#ofThisTurn.set(request, made);
    return made;
  }

  #keep(request: string, revision: number, answer: Answer): void {
    if (revision !== this.#revision) return;
    const characters = entryOverhead + request.length + (answer.body?.length ?? 0);
    if (this.#characters + characters > maxCharacters) this.#empty(revision);
    this.#characters += characters;
    this.#answers.set(request, answer);
  }

  #empty(revision: number): void {
    this.#answers.clear();
    this.#characters = 0;
    this.#revision = revision;
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
