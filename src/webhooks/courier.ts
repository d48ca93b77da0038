import { claimDelivery } from '../domain/deliveries.ts';
import { queueDeliveries } from '../domain/webhooks.ts';
import { describeError } from '../log.ts';
import { type Delivery, findDueDeliveries } from '../store/deliveries.ts';
import { findLastEventId } from '../store/events.ts';
import { findRecipients, type Recipient } from '../store/webhooks.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { Places } from './places.ts';

/** Requests at once, of this node. */
const maxRequests = 32;
const maxRequestsOfWebhook = 4;
const readAtOnce = 16;

/**
 * Brings events to webhooks. Any number of nodes may do it beside each other: a delivery is claimed before it is sent,
 * and the claim of a node that dies ends by itself. So an event arrives at least once, and once while nothing fails.
 */
export class Courier {
  readonly #options: AttemptOptions;
  readonly #places = new Places(maxRequests);
  /** The webhooks that are served now. */
  readonly #served = new Map<bigint, Promise<void>>();
  /** The requests that are under way, of each webhook that has some. */
  readonly #requests = new Map<bigint, Set<Promise<void>>>();
  readonly #breakOff = new AbortController();
  #isStopping = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  /** Looks at all webhooks once, and begins to serve those that are not being served. Waits for no request. */
  async look(): Promise<void> {
    const { store, log } = this.#options;
    const recipients = await findRecipients(store.reader);
    if (recipients.length === 0) return;
    const newest = await findLastEventId(store.reader);
    for (const recipient of recipients) {
      if (this.#served.has(recipient.id)) continue;
      const serving = this.#serve(recipient, newest)
        .catch((error) => log.error('sending events failed', { cause: describeError(error) }))
        .finally(() => this.#served.delete(recipient.id));
      this.#served.set(recipient.id, serving);
    }
  }

  /** Waits until nothing is due any more and no request is under way. */
  async rest(): Promise<void> {
    while (this.#served.size > 0 || this.#requests.size > 0) {
      await Promise.all([...this.#served.values(), ...[...this.#requests.values()].flatMap((some) => [...some])]);
    }
  }

  /**
   * Begins nothing any more, waits for the requests that are under way, and breaks them off when that takes too long:
   * they are sent again when their claims end.
   */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    const timer = setTimeout(() => this.#breakOff.abort(), patienceMs);
    await this.rest();
    clearTimeout(timer);
  }

  /** Sends what is due to a webhook, then makes its next deliveries, until there is nothing more to do at once. */
  async #serve(recipient: Recipient, newest: bigint): Promise<void> {
    const { store, clock } = this.#options;
    const { id: webhookId } = recipient;
    let mark = recipient.eventId;
    while (!this.#isStopping) {
      const now = BigInt(clock());
      const due = await findDueDeliveries(store.reader, webhookId, now, readAtOnce);
      for (const delivery of due) await this.#begin(recipient, delivery);
      if (due.length > 0) continue;
      if (mark >= newest) return;
      const moved = await store.write(queueDeliveries, { webhookId, now });
      if (moved === undefined || moved === mark) return;
      mark = moved;
    }
  }

  /** Claims a delivery and sends it, as soon as there is room for a request; does not wait for its answer. */
  async #begin(recipient: Recipient, delivery: Delivery): Promise<void> {
    const { store, clock } = this.#options;
    const requests = this.#requests.get(recipient.id) ?? new Set();
    while (requests.size >= maxRequestsOfWebhook) await Promise.race(requests);
    await this.#places.take();
    try {
      const claimed = this.#isStopping
        ? undefined
        : await store.write(claimDelivery, { seen: delivery, now: BigInt(clock()) });
      if (claimed === undefined) return this.#places.give();
      const request = attempt(recipient, claimed, this.#breakOff.signal, this.#options).finally(() => {
        this.#places.give();
        requests.delete(request);
        if (requests.size === 0) this.#requests.delete(recipient.id);
      });
      this.#requests.set(recipient.id, requests.add(request));
    } catch (error) {
      this.#places.give();
      throw error;
    }
  }
}
