import { createLog } from '../../../src/lib/log.ts';
import type { AttemptOptions } from '../../../src/webhooks/attempt.ts';
import { WebhookDispatcher } from '../../../src/webhooks/dispatcher.ts';
import type { TestApp } from '../app.ts';
import { bodyOf, type PetBody } from '../http/body.ts';
import { readPages } from '../http/pages.ts';
import { type Receiver, startReceiver } from '../http/receiver.ts';

/** A webhook as JSON.parse reads it. */
export interface WebhookBody {
  id: number;
  url: string;
  types?: string[];
  description?: string;
  status: string;
  reason?: string;
  createdBy?: number;
  createdAt: string;
  failingSince?: string;
  /** Only in the response that creates it. */
  secret: string;
}

/** A delivery as JSON.parse reads it. */
export interface DeliveryBody {
  id: number;
  webhookId: number;
  eventId: number;
  status: string;
  attempts: number;
  dueAt?: string;
  failure?: string;
}

/** An attempt as JSON.parse reads it. */
export interface AttemptBody {
  id: number;
  eventId: number;
  at: string;
  durationMs: number;
  status?: number;
  failure?: string;
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Creates a webhook that receives only events from now on. */
export async function makeWebhook(service: TestApp, url: string, types?: string[]): Promise<WebhookBody> {
  await service.untilSettled();
  return await postWebhook((path, init) => service.fetch(path, init), url, types);
}

export async function postWebhook(fetch: Fetch, url: string, types?: string[]): Promise<WebhookBody> {
  const response = await fetch('/v1/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, types }),
  });
  if (response.status !== 201)
    throw new Error(`POST /v1/webhooks returned ${response.status}: ${await response.text()}`);
  return await bodyOf<WebhookBody>(response);
}

export function removeWebhook(service: TestApp, { id }: WebhookBody): Promise<Response> {
  return service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE' });
}

/** All matching deliveries, read page by page. */
export function listDeliveries(fetch: Fetch, query = ''): Promise<DeliveryBody[]> {
  return readPages<DeliveryBody>((path) => fetch(path), `/v1/webhook-deliveries?limit=100${query && `&${query}`}`);
}

/** The webhook dispatcher of a service under test. */
export interface TestDispatcher {
  readonly dispatcher: WebhookDispatcher;
  /** What it logged, as JSON lines. */
  readonly logged: string[];
  /** Sends all deliveries that are due, and waits for the responses. */
  deliver(): Promise<void>;
}

export function makeDispatcher(service: TestApp, overrides: Partial<AttemptOptions> = {}): TestDispatcher {
  const logged: string[] = [];
  const clock = () => service.now;
  const dispatcher = new WebhookDispatcher({
    store: service.store,
    log: createLog((line) => void logged.push(line), 'json', clock),
    clock,
    reachesPrivateAddresses: true,
    ...overrides,
  });
  return {
    dispatcher,
    logged,
    async deliver() {
      await service.untilSettled();
      await dispatcher.poll();
      await dispatcher.whenIdle();
    },
  };
}

/** A receiver and a dispatcher that sends to it, for one test. */
export interface Sending extends TestDispatcher {
  readonly receiver: Receiver;
  /** Creates a webhook that is removed at the end of the test. */
  subscribe(path?: string, types?: string[]): Promise<WebhookBody>;
  addPet(name: string): Promise<PetBody>;
  deliveriesOf(webhook: WebhookBody, query?: string): Promise<DeliveryBody[]>;
  retry(delivery: DeliveryBody | undefined): Promise<Response>;
  statusOf(webhook: WebhookBody): Promise<string>;
  end(): Promise<void>;
}

/** Sets the service's clock to the current time, because receivers compare it with that of the signature. */
export function startSending(service: TestApp): Sending {
  service.now = Date.now();
  const receiver = startReceiver();
  const webhooks: WebhookBody[] = [];
  const fetch: Fetch = (path, init) => service.fetch(path, init);
  return {
    ...makeDispatcher(service),
    receiver,
    async subscribe(path = '/', types) {
      const webhook = await makeWebhook(service, path.startsWith('/') ? receiver.url + path : path, types);
      webhooks.push(webhook);
      return webhook;
    },
    addPet: async (name) => await bodyOf(await service.post('/v1/pets', JSON.stringify({ name, categoryId: 1 }))),
    deliveriesOf: ({ id }, query = '') => listDeliveries(fetch, `webhookId=${id}${query}`),
    retry: (delivery) => fetch(`/v1/webhook-deliveries/${delivery?.id}/retry`, { method: 'POST' }),
    statusOf: async ({ id }) => (await bodyOf<WebhookBody>(await fetch(`/v1/webhooks/${id}`))).status,
    async end() {
      for (const webhook of webhooks) await removeWebhook(service, webhook);
      await receiver.stop();
    },
  };
}

/** The names of the animals in received events. */
export function namesIn(bodies: readonly { body: string }[]): string[] {
  return bodies.map(({ body }) => (JSON.parse(body) as { pet: PetBody }).pet.name);
}
