import type { Answer } from './answer.ts';

const maxCharacters = 16 * 1_024 * 1_024;
/** What an entry costs beside its text, generously: headers, map, objects. */
const entryOverhead = 2_048;

/**
 * Answers that are ready to be sent again. They are true as long as the store's revision stands still, so one commit
 * by anyone empties the room; it never grows beyond 16 Mi characters.
 */
export class ReadyPages {
  readonly #answers = new Map<string, Answer>();
  #revision: number | undefined;
  #characters = 0;

  find(request: string, revision: number | undefined): Answer | undefined {
    if (revision === undefined) return undefined;
    if (revision !== this.#revision) this.#empty(revision);
    return this.#answers.get(request);
  }

  /** `revision` is the one that was read before the answer was made. */
  keep(request: string, revision: number | undefined, answer: Answer): void {
    if (revision === undefined || revision !== this.#revision) return;
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
