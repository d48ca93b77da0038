import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { type Outcome, toError, toOutcome } from '../../model/outcome.ts';

/** What one side can be asked: by name, what it is given and what it answers. Both are plain data. */
export type Questions = Record<string, { input: unknown; output: unknown }>;

export type Handlers<Asked extends Questions> = {
  readonly [Name in keyof Asked]: (input: Asked[Name]['input']) => MaybePromise<Asked[Name]['output']>;
};

/** All that one side has to say to the other in a turn of the event loop. */
interface Message {
  questions: [id: number, name: string, input: unknown][];
  answers: [id: number, outcome: Outcome][];
}

interface Pending {
  resolve(output: unknown): void;
  reject(error: Error): void;
  /** On the clock of `performance.now()`. */
  deadline: number;
}

/** Longer than the store waits for its writer, so that the other side is the first to say what became of a write. */
const patienceMs = 25_000;
const checkIntervalMs = 1_000;

/** The other process did not answer, or ended before it did: nobody here knows whether it did what it was asked. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
}

/** Two processes ask each other. What is said in one turn of the event loop travels in one message, in its order. */
export class Channel<Theirs extends Questions, Ours extends Questions> {
  readonly #post: (message: unknown) => void;
  readonly #handlers: Handlers<Ours>;
  readonly #pending = new Map<number, Pending>();
  readonly #timer: Timer;
  #outgoing: Message = { questions: [], answers: [] };
  #isDue = false;
  #lastId = 0;
  #end: Error | undefined;
  #heardAt = performance.now();
  #isSilent = false;

  /** `post` sends a message to the other process, which gives it to `receive` of its channel. */
  constructor(post: (message: unknown) => void, handlers: Handlers<Ours>) {
    this.#post = post;
    this.#handlers = handlers;
    this.#timer = setInterval(() => this.#giveUp(), checkIntervalMs);
  }

  /** Whether questions are given up and nothing at all is heard: then it is of no use to ask more. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /**
   * Asks the other side. `withinMs` is how long its answer may take.
   * @throws ChannelError when it gives none; else what its handler has thrown
   */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    input: Theirs[Name]['input'],
    withinMs = patienceMs,
  ): Promise<Theirs[Name]['output']> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) return reject(this.#end);
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { resolve, reject, deadline: performance.now() + withinMs });
      this.#outgoing.questions.push([this.#lastId, name, input]);
      this.#schedulePost();
    });
  }

  receive(message: unknown): void {
    this.#heardAt = performance.now();
    this.#isSilent = false;
    const { questions, answers } = message as Message;
    for (const [id, outcome] of answers) this.#settle(id, outcome);
    for (const [id, name, input] of questions) this.#answer(id, name, input);
  }

  /** The other process has ended: nothing is answered any more. */
  close(end: Error): void {
    clearInterval(this.#timer);
    this.#end = end;
    for (const { reject } of this.#pending.values()) reject(end);
    this.#pending.clear();
  }

  #settle(id: number, outcome: Outcome): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if ('output' in outcome) pending?.resolve(outcome.output);
    else pending?.reject(toError(outcome));
  }

  #answer(id: number, name: keyof Ours, input: Ours[keyof Ours]['input']): void {
    const reply = (output: unknown) => this.#reply(id, { output });
    const fail = (thrown: unknown) => this.#reply(id, toOutcome(thrown));
    try {
      const output = this.#handlers[name](input);
      if (output instanceof Promise) output.then(reply, fail);
      else reply(output);
    } catch (thrown) {
      fail(thrown);
    }
  }

  #reply(id: number, outcome: Outcome): void {
    this.#outgoing.answers.push([id, outcome]);
    this.#schedulePost();
  }

  #schedulePost(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      const message = this.#outgoing;
      this.#outgoing = { questions: [], answers: [] };
      if (this.#end === undefined) this.#send(message);
    });
  }

  /** What leads to a process that has ended may be cut before its end is known here. */
  #send(message: Message): void {
    try {
      this.#post(message);
    } catch {
      this.close(new ChannelError('the other process has ended'));
    }
  }

  #giveUp(): void {
    const now = performance.now();
    for (const [id, { deadline, reject }] of this.#pending) {
      if (deadline > now) continue;
      this.#pending.delete(id);
      this.#isSilent = now - this.#heardAt > patienceMs;
      reject(new ChannelError('the other process does not answer'));
    }
  }
}
