import type { Transport } from '../transport/transport.ts';

/** What the methods of all resources share. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What sends the calls. It is no property of its own, so that no log or JSON of a client shows it. */
  protected get transport(): Transport {
    return this.#transport;
  }
}
