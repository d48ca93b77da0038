import type { components } from '../schema.gen.ts';
import { type Listing, type ListOptions, listByCursor } from '../transport/paging.ts';
import {
  everyOf,
  isArrayOf,
  isEmptyBody,
  isInteger,
  isOneOf,
  isShape,
  isString,
  type OrNewer,
  optional,
} from '../transport/shape.ts';
import type { CallOptions, ChangeOptions, Transport, WriteOptions } from '../transport/transport.ts';
import type { EventType } from './events.ts';

/** Whether events are sent. One that is `disabled` was ended by its receiver with 410. */
export type WebhookStatus = components['schemas']['WebhookStatus'];

/** An address that events are sent to: those of its `types`, or all. */
export type Webhook = Omit<components['schemas']['Webhook'], 'types'> & { types?: OrNewer<EventType>[] };

/** A webhook with the secret that its requests are signed with, which the service shows this once. */
export type IssuedWebhook = Webhook & Pick<components['schemas']['IssuedWebhook'], 'secret'>;

/** A webhook to make. */
export type NewWebhook = Omit<components['schemas']['NewWebhook'], 'types'> & {
  types?: readonly EventType[] | undefined;
};

/** Everything that can become of a webhook. */
export const webhookStatuses = everyOf<WebhookStatus>()(['active', 'disabled']);

const members = {
  id: isInteger,
  url: isString,
  types: optional(isArrayOf(isString)),
  status: isOneOf(webhookStatuses),
  createdAt: isString,
};
const isWebhook = isShape<Webhook>(members);
const isWebhooks = isArrayOf(isWebhook);
const isIssuedWebhook = isShape<IssuedWebhook>({ ...members, secret: isString });

/** Addresses that events are sent to. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the webhooks by ascending id. The pages are requested one by one, as they are read.
   * @example for await (const { id, url, status } of client.webhooks.list()) console.log(id, url, status);
   */
  list(options: ListOptions = {}): Listing<Webhook> {
    return listByCursor(this.#transport, { path: '/webhooks', accepts: isWebhooks }, options);
  }

  /**
   * Reads one webhook.
   * @throws PetstoreError `webhook_not_found`
   */
  async get(id: bigint, options: CallOptions = {}): Promise<Webhook> {
    return (await this.#transport.send({ method: 'GET', path: `/webhooks/${id}`, accepts: isWebhook, options })).data;
  }

  /**
   * Makes a webhook: from now on events are sent to the address, signed as Standard Webhooks has it. Keep its secret: it
   * is shown this once.
   * @throws PetstoreError `validation_failed` when nothing may be sent to the address
   * @example const { secret } = await client.webhooks.create({ url: 'https://shelter.example.org/events' });
   */
  async create(newWebhook: NewWebhook, options: WriteOptions = {}): Promise<IssuedWebhook> {
    const call = { method: 'POST', path: '/webhooks', body: newWebhook, accepts: isIssuedWebhook, options } as const;
    return (await this.#transport.send(call)).data;
  }

  /**
   * Ends a webhook, and drops what it was still to get.
   * @throws PetstoreError `webhook_not_found` when it is not there; also when an attempt that was left without an answer
   *   has removed it
   * @example await client.webhooks.remove(5n);
   */
  async remove(id: bigint, { ifMatch, ...options }: ChangeOptions = {}): Promise<void> {
    const call = { method: 'DELETE', path: `/webhooks/${id}`, accepts: isEmptyBody, ifMatch } as const;
    await this.#transport.send({ ...call, options });
  }
}
