import { leaseDelivery } from '../domain/deliveries.ts';
import { queueDeliveries } from '../domain/webhooks.ts';
import { describeError } from '../lib/log.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { Delivery, Subscription } from '../model/webhooks.ts';
import { findDueDeliveries } from '../repositories/deliveries.ts';
import { findLastEventId } from '../repositories/events.ts';
import { findSubscriptions, webhooksPaused } from '../repositories/webhooks.ts';
import { findSetting } from '../store/settings.ts';
import { type AttemptOptions, attempt } from './attempt.ts';

/** Concurrent requests of this node. */
const maxRequests = 32;
const maxRequestsOfWebhook = 4;
const dueLimit = 16;

/**
 * Sends events to webhooks, at least once and usually only once. Several nodes may do so concurrently: a node leases a
 * delivery before it sends it, and the leases of a node that dies expire.
 */
export class WebhookDispatcher {
  readonly #options: AttemptOptions;
  readonly #semaphore = new Semaphore(maxRequests);
  /** The loops of the webhooks that have something to send. */
  readonly #loops = new Map<bigint, Promise<void>>();
  /** The requests under way, by webhook. */
  readonly #requests = new Map<bigint, Set<Promise<void>>>();
  readonly #abort = new AbortController();
  #isStopping = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  /** Starts sending to each webhook that has something to send. Does not wait for requests. */
  async poll(): Promise<void> {
    const { store, log } = this.#options;
    const subscriptions = await findSubscriptions(store.reader);
    if (subscriptions.length === 0) return;
    const newest = await findLastEventId(store.reader);
    for (const subscription of subscriptions) {
      if (this.#loops.has(subscription.id)) continue;
      const loop = this.#dispatchTo(subscription, newest)
        .catch((error) => log.error('sending webhooks failed', { cause: describeError(error) }))
        .finally(() => this.#loops.delete(subscription.id));
      this.#loops.set(subscription.id, loop);
    }
  }

  /** Resolves when nothing is due and no request is under way. */
  async whenIdle(): Promise<void> {
    while (this.#loops.size > 0 || this.#requests.size > 0) {
      await Promise.all([...this.#loops.values(), ...[...this.#requests.values()].flatMap((some) => [...some])]);
    }
  }

  /**
   * Starts no further requests, and waits for those under way. Aborts them after the time-out: they are sent again when
   * their leases expire.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    const timer = setTimeout(() => this.#abort.abort(), timeoutMs);
    await this.whenIdle();
    clearTimeout(timer);
  }

  /** Sends due deliveries and creates the next ones, until there are no more. */
  async #dispatchTo(subscription: Subscription, newest: bigint): Promise<void> {
    const { store, clock } = this.#options;
    const { id: webhookId } = subscription;
    let checkpoint = subscription.eventId;
    while (!this.#isStopping) {
      // A backlog may take hours, and webhooks may be paused meanwhile.
      if ((await findSetting(store.reader, webhooksPaused)) !== undefined) return;
      const now = BigInt(clock());
      const due = await findDueDeliveries(store.reader, webhookId, now, dueLimit);
      for (const delivery of due) await this.#start(subscription, delivery);
      if (due.length > 0) continue;
      if (checkpoint >= newest) return;
      const next = await store.write(queueDeliveries, { webhookId, now });
      if (next === undefined || next === checkpoint) return;
      checkpoint = next;
    }
  }

  /** Leases and sends a delivery as soon as the limits allow. Does not wait for the response. */
  async #start(subscription: Subscription, delivery: Delivery): Promise<void> {
    const { store, clock } = this.#options;
    const requests = this.#requests.get(subscription.id) ?? new Set();
    while (requests.size >= maxRequestsOfWebhook) await Promise.race(requests);
    await this.#semaphore.acquire();
    try {
      const leased = this.#isStopping
        ? undefined
        : await store.write(leaseDelivery, { seen: delivery, now: BigInt(clock()) });
      if (leased === undefined) return this.#semaphore.release();
      const request = attempt(subscription, leased, this.#abort.signal, this.#options).finally(() => {
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
