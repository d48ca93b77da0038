import { describeError } from '../../../lib/errors.ts';
import { Semaphore } from '../../../lib/semaphore.ts';
import { findLastEventId } from '../../../record/events/sql.ts';
import { findSetting } from '../../../store/settings.ts';
import { leaseDelivery } from '../delivery-rules.ts';
import { findDueDeliveries } from '../delivery-sql.ts';
import type { Delivery, Subscription } from '../model.ts';
import { queueDeliveries } from '../rules.ts';
import { findSendableIds, findSubscription, webhooksPaused } from '../sql.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Concurrent requests of this node, of which each webhook has an equal share, and at least one. */
const sharedRequests = 32;
const maxRequestsOfWebhook = 4;
/** Concurrent requests of any number of webhooks: each has a connection. */
const maxRequests = 256;
/** Concurrent requests to receivers that are taken to be down. */
const maxProbes = 32;
const dueLimit = 16;

/** A webhook as this node sends to it. */
class Sender {
  readonly breaker = new CircuitBreaker();
  readonly requests = new Set<Promise<void>>();
  /** Runs while there is something to send. */
  loop: Promise<void> | undefined;

  get isIdle(): boolean {
    return this.loop === undefined && this.requests.size === 0;
  }
}

/**
 * Sends events to webhooks, at least once and usually only once. Several nodes may do so concurrently: a node leases a
 * delivery before it sends it, and the leases of a node that dies expire. A slow receiver delays no other one.
 */
export class WebhookDispatcher {
  readonly #options: AttemptOptions;
  readonly #semaphore = new Semaphore(maxRequests);
  readonly #probes = new Semaphore(maxProbes);
  readonly #senders = new Map<bigint, Sender>();
  /** The number of concurrent requests of each webhook. */
  #share = 1;
  readonly #abort = new AbortController();
  #isStopping = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  /** Starts sending to each webhook that has something to send. Does not wait for requests. */
  async poll(): Promise<void> {
    const { store, log } = this.#options;
    const ids = await findSendableIds(store.reader);
    this.#forget(new Set(ids));
    if (ids.length === 0) return;
    this.#share = Math.max(1, Math.min(maxRequestsOfWebhook, Math.floor(sharedRequests / ids.length)));
    const newest = await findLastEventId(store.reader);
    for (const id of ids) {
      const sender = this.#senders.get(id) ?? new Sender();
      this.#senders.set(id, sender);
      sender.loop ??= this.#dispatchTo(id, sender, newest)
        .catch((error) => log.error('sending webhooks failed', { cause: describeError(error) }))
        .finally(() => (sender.loop = undefined));
    }
  }

  /** Resolves when nothing is due and no request is under way. */
  async whenIdle(): Promise<void> {
    for (;;) {
      const busy = [...this.#senders.values()].filter(({ isIdle }) => !isIdle);
      if (busy.length === 0) return;
      await Promise.all(busy.flatMap(({ loop, requests }) => [loop, ...requests]));
    }
  }

  /**
   * Starts no further requests, and waits for those under way. Aborts them after the time-out: they are sent again when
   * their leases expire.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    using _timer = setTimeout(() => this.#abort.abort(), timeoutMs);
    await this.whenIdle();
  }

  /** Drops what is known of webhooks that are gone. */
  #forget(ids: ReadonlySet<bigint>): void {
    for (const [id, { isIdle }] of this.#senders) if (isIdle && !ids.has(id)) this.#senders.delete(id);
  }

  /** Sends due deliveries and creates the next ones, until there are no more. */
  async #dispatchTo(webhookId: bigint, sender: Sender, newest: bigint): Promise<void> {
    const { store } = this.#options;
    for (;;) {
      // Read again each time: a backlog may take hours, and the webhook may change meanwhile.
      const subscription = await this.#findSubscription(webhookId);
      if (subscription === undefined) return;
      sender.breaker.adopt(subscription.failingSince !== undefined);
      const now = this.#options.clock();
      const due = await findDueDeliveries(store.reader, subscription, BigInt(now), dueLimit);
      for (const delivery of due) if (!(await this.#start(subscription, sender, delivery))) return;
      if (due.length > 0) continue;
      if (subscription.status === 'paused') return;
      const checkpoint = subscription.eventId;
      if (checkpoint >= newest) return;
      const next = await store.write(queueDeliveries, { webhookId, now: BigInt(now) });
      if (next === undefined || next === checkpoint) return;
    }
  }

  async #findSubscription(webhookId: bigint): Promise<Subscription | undefined> {
    const { store, clock } = this.#options;
    if (this.#isStopping || (await findSetting(store.reader, webhooksPaused)) !== undefined) return undefined;
    return await findSubscription(store.reader, webhookId, BigInt(clock()));
  }

  /**
   * Leases and sends a delivery as soon as the limits allow. Does not wait for the response. Returns whether there may be
   * another request now.
   */
  async #start(subscription: Subscription, sender: Sender, delivery: Delivery): Promise<boolean> {
    const { store, clock } = this.#options;
    const { breaker, requests } = sender;
    while (requests.size >= (breaker.isOpen ? 1 : this.#share)) await Promise.race(requests);
    if (!breaker.allows(clock())) return false;
    const slots = breaker.isOpen ? this.#probes : this.#semaphore;
    using slot = new DisposableStack();
    slot.use(await slots.acquire());
    if (this.#isStopping) return true;
    const leased = await store.write(leaseDelivery, { seen: delivery, now: BigInt(clock()) });
    if (leased === undefined) return true;
    const held = slot.move();
    const request = this.#send(subscription, sender, leased).finally(() => {
      held.dispose();
      requests.delete(request);
    });
    requests.add(request);
    return true;
  }

  async #send(subscription: Subscription, { breaker }: Sender, leased: Delivery): Promise<void> {
    const outcome = await attempt(subscription, leased, this.#abort.signal, this.#options);
    if (outcome?.kind === 'failed') breaker.recordFailure(this.#options.clock());
    else if (outcome !== undefined) breaker.recordSuccess();
  }
}
