import { type Outcome, toError, toOutcome } from '../../errors/outcome.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';

/** The requests that one side of a channel takes, by name. Inputs and outputs are plain data. */
export type Requests = Record<string, { input: unknown; output: unknown }>;

export type Handlers<Taken extends Requests> = {
  readonly [Name in keyof Taken]: (input: Taken[Name]['input']) => MaybePromise<Taken[Name]['output']>;
};

type Message = { id: number; name: string; input: unknown } | { id: number; outcome: Outcome };

interface Pending {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** The other process sent no response in time, or has ended. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
}

/** One end of the connection between two processes that send each other requests. */
export class Channel<Theirs extends Requests, Ours extends Requests> {
  readonly #send: (message: Message) => void;
  readonly #handlers: Handlers<Ours>;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #closedBy: Error | undefined;

  /** `send` brings a message to `receive` of the other end. */
  constructor(send: (message: Message) => void, handlers: Handlers<Ours>) {
    this.#send = send;
    this.#handlers = handlers;
  }

  /** @throws ChannelError without a response within `timeoutMs`; else what the handler at the other end has thrown */
  async request<Name extends keyof Theirs & string>(
    name: Name,
    input: Theirs[Name]['input'],
    timeoutMs: number,
  ): Promise<Theirs[Name]['output']> {
    if (this.#closedBy !== undefined) throw this.#closedBy;
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    using _timer = setTimeout(() => reject(new ChannelError(`no response to ${name}`)), timeoutMs);
    this.#pending.set(id, { resolve, reject });
    try {
      this.#send({ id, name, input });
      return await promise;
    } finally {
      this.#pending.delete(id);
    }
  }

  receive(received: unknown): void {
    const message = received as Message;
    if ('name' in message) void this.#respond(message.id, message.name, message.input);
    else this.#settle(message.id, message.outcome);
  }

  /** Ends all requests that wait for a response, and those to come. */
  close(error: Error): void {
    this.#closedBy = error;
    for (const { reject } of this.#pending.values()) reject(error);
  }

  async #respond(id: number, name: keyof Ours, input: Ours[keyof Ours]['input']): Promise<void> {
    const outcome = await this.#outcomeOf(name, input);
    try {
      this.#send({ id, outcome });
    } catch {
      // The other process has ended, and nobody waits any more.
    }
  }

  async #outcomeOf(name: keyof Ours, input: Ours[keyof Ours]['input']): Promise<Outcome> {
    try {
      return { output: await this.#handlers[name](input) };
    } catch (error) {
      return toOutcome(error);
    }
  }

  #settle(id: number, outcome: Outcome): void {
    const pending = this.#pending.get(id);
    if ('output' in outcome) pending?.resolve(outcome.output);
    else pending?.reject(toError(outcome));
  }
}
