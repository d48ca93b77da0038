import { leaseDelivery } from '../domain/deliveries.ts';
import { queueDeliveries } from '../domain/webhooks.ts';
import { describeError } from '../lib/log.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { Delivery, Subscription } from '../model/webhooks.ts';
import { findDueDeliveries } from '../repositories/deliveries.ts';
import { findLastEventId } from '../repositories/events.ts';
import { findSubscriptions } from '../repositories/webhooks.ts';
import { type AttemptOptions, attempt } from './attempt.ts';

/** Requests at once, of this node. */
const maxRequests = 32;
const maxRequestsOfWebhook = 4;
const readAtOnce = 16;

/**
 * Brings events to webhooks. Any number of nodes may do it beside each other: a delivery is leased before it is sent,
 * and the claim of a node that dies ends by itself. So an event arrives at least once, and once while nothing fails.
 */
export class WebhookDispatcher {
  readonly #options: AttemptOptions;
  readonly #semaphore = new Semaphore(maxRequests);
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
  async poll(): Promise<void> {
    const { store, log } = this.#options;
    const recipients = await findSubscriptions(store.reader);
    if (recipients.length === 0) return;
    const newest = await findLastEventId(store.reader);
    for (const subscription of recipients) {
      if (this.#served.has(subscription.id)) continue;
      const serving = this.#dispatchTo(subscription, newest)
        .catch((error) => log.error('sending events failed', { cause: describeError(error) }))
        .finally(() => this.#served.delete(subscription.id));
      this.#served.set(subscription.id, serving);
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
  async #dispatchTo(subscription: Subscription, newest: bigint): Promise<void> {
    const { store, clock } = this.#options;
    const { id: webhookId } = subscription;
    let mark = subscription.eventId;
    while (!this.#isStopping) {
      const now = BigInt(clock());
      const due = await findDueDeliveries(store.reader, webhookId, now, readAtOnce);
      for (const delivery of due) await this.#begin(subscription, delivery);
      if (due.length > 0) continue;
      if (mark >= newest) return;
      const moved = await store.write(queueDeliveries, { webhookId, now });
      if (moved === undefined || moved === mark) return;
      mark = moved;
    }
  }

  /** Claims a delivery and sends it, as soon as there is room for a request; does not wait for its answer. */
  async #begin(subscription: Subscription, delivery: Delivery): Promise<void> {
    const { store, clock } = this.#options;
    const requests = this.#requests.get(subscription.id) ?? new Set();
    while (requests.size >= maxRequestsOfWebhook) await Promise.race(requests);
    await this.#semaphore.acquire();
    try {
      const leased = this.#isStopping
        ? undefined
        : await store.write(leaseDelivery, { seen: delivery, now: BigInt(clock()) });
      if (leased === undefined) return this.#semaphore.release();
      const request = attempt(subscription, leased, this.#breakOff.signal, this.#options).finally(() => {
        this.#semaphore.release();
        requests.delete(request);
        if (requests.size === 0) this.#requests.delete(subscription.id);
      });
      this.#requests.set(subscription.id, requests.add(request));
    } catch (error) {
      this.#semaphore.release();
      throw error;
    }
  }
}
