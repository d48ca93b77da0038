import type { components } from '../schema.gen.ts';
import type { OptionalMembers } from '../transport/operation.ts';
import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type {
  Delivery,
  EventType,
  IssuedWebhook,
  PetstoreEvent,
  Webhook,
  WebhookAttempt,
  WebhookBacklog,
  WebhookExchange,
} from '../types.gen.ts';
import type { ReceivedWebhook } from './webhook-signature.ts';

/** A webhook to make. */
export type NewWebhook = Omit<components['schemas']['NewWebhook'], 'types'> & {
  types?: readonly EventType[] | undefined;
};

/** The fields of a webhook to change. An empty list of types means all, an empty description none. */
export type WebhookChanges = OptionalMembers<'WebhookChanges'>;

/** How a webhook gets a new secret. */
export interface WebhookRotation {
  /**
   * Seconds for which requests are also signed with the previous secret, at most 30 days; a day by default.
   * @example { graceSeconds: 3_600 }
   */
  graceSeconds?: number | undefined;
}

/** Which webhooks are listed, and how. */
export interface ListWebhooksOptions extends OptionalMembers<'listWebhooksQuery'>, ListOptions {}

/** Addresses that events are sent to. */
export interface Webhooks {
  /**
   * Lists the webhooks by ascending id. The pages are requested one by one, as they are read.
   * @example for await (const { id, url, status } of client.webhooks.list()) console.log(id, url, status);
   */
  list(options?: ListWebhooksOptions): PagedList<Webhook>;
  /**
   * Reads one webhook.
   * @throws PetstoreError `webhook_not_found`
   * @example const { url, status } = await client.webhooks.get(5n);
   */
  get(id: bigint, options?: CallOptions): Promise<Webhook>;
  /**
   * Makes a webhook: from now on events are sent to the address, signed as Standard Webhooks has it. Keep its secret: it
   * is shown this once.
   * @throws PetstoreError `validation_failed` when nothing may be sent to the address, `too_many_webhooks` when there are 100
   * @example const { secret } = await client.webhooks.create({ url: 'https://shelter.example.org/events' });
   */
  create(newWebhook: NewWebhook, options?: WriteOptions): Promise<IssuedWebhook>;
  /**
   * Changes the fields that are given.
   * @throws PetstoreError `webhook_not_found`; `validation_failed` when nothing may be sent to the new address
   * @example await client.webhooks.update(5n, { url: 'https://shelter.example.org/new-events' });
   */
  update(id: bigint, changes: WebhookChanges, options?: ChangeOptions): Promise<Webhook>;
  /**
   * Sends nothing until the webhook is resumed; its events wait.
   * @throws PetstoreError `webhook_not_found`
   * @example const { status } = await client.webhooks.pause(5n);
   */
  pause(id: bigint, options?: WriteOptions & ChangeOptions): Promise<Webhook>;
  /**
   * Sends what has waited, and what happens from now on. If the key of the webhook has ended, the client's own key takes
   * the webhook over. One that was disabled starts with the next event.
   * @throws PetstoreError `webhook_not_found`
   * @example await client.webhooks.resume(5n);
   */
  resume(id: bigint, options?: WriteOptions & ChangeOptions): Promise<Webhook>;
  /**
   * Gives a webhook a new secret, which is shown this once. The previous one also signs for a grace period.
   * @throws PetstoreError `webhook_not_found`
   * @example const { secret } = await client.webhooks.rotate(5n, { graceSeconds: 3_600 });
   */
  rotate(id: bigint, rotation?: WebhookRotation, options?: WriteOptions & ChangeOptions): Promise<IssuedWebhook>;
  /**
   * Sends a test to the receiver, once, also if the webhook is paused. Its outcome is the newest of the attempts with the
   * `eventId` 0.
   * @throws PetstoreError `webhook_not_found`; `webhook_disabled`
   * @example await client.webhooks.test(5n);
   */
  test(id: bigint, options?: WriteOptions & ChangeOptions): Promise<Delivery>;
  /**
   * Lists the requests of the last 7 days to the receiver, the newest first.
   * @throws PetstoreError `webhook_not_found`
   * @example for await (const { at, status, failure } of client.webhooks.attempts(5n)) console.log(at, status, failure);
   */
  attempts(id: bigint, options?: ListOptions): PagedList<WebhookAttempt>;
  /**
   * Reads one of these requests with its response.
   * @throws PetstoreError `webhook_not_found`; `attempt_not_found` when there is none of the last 7 days
   * @example const { request, response } = await client.webhooks.attempt(5n, 90n);
   */
  attempt(id: bigint, attemptId: bigint, options?: CallOptions): Promise<WebhookExchange>;
  /**
   * Counts what waits for a webhook, also while it is paused.
   * @throws PetstoreError `webhook_not_found`
   * @example const { waiting, since } = await client.webhooks.backlog(5n);
   */
  backlog(id: bigint, options?: CallOptions): Promise<WebhookBacklog>;
  /**
   * Sends an event of the last 30 days again, also one that has arrived. If the webhook is paused, it waits.
   * @throws PetstoreError `webhook_not_found`, `event_not_found`, `webhook_disabled`
   * @example await client.webhooks.redeliver(5n, 815n);
   */
  redeliver(id: bigint, eventId: bigint, options?: WriteOptions & ChangeOptions): Promise<Delivery>;
  /**
   * Ends a webhook, and drops what it was still to get.
   * @throws PetstoreError `webhook_not_found` when it is not there; also when an attempt that was left without an answer
   *   has removed it
   * @example await client.webhooks.remove(5n);
   */
  remove(id: bigint, options?: ChangeOptions): Promise<void>;
  /**
   * Checks that the service has sent a webhook's request, and returns its event. Sends nothing, as `verifyWebhook`.
   * @throws WebhookVerificationError
   * @example
   * const event = await client.webhooks.verify({ body: await request.text(), headers: request.headers, secret });
   */
  verify(received: ReceivedWebhook): Promise<PetstoreEvent>;
}
