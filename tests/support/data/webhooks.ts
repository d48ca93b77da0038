import { createLog } from '../../../src/lib/log.ts';
import type { AttemptOptions } from '../../../src/notify/webhooks/sending/attempt.ts';
import { WebhookDispatcher } from '../../../src/notify/webhooks/sending/dispatcher.ts';
import type { TestApp } from '../app.ts';
import { bodyOf, type PetBody } from '../http/body.ts';
import { readPages } from '../http/pages.ts';

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
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/v1/webhooks', { method: 'POST', headers, body: JSON.stringify({ url, types }) });
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

/** The names of the animals in received events. */
export function namesIn(bodies: readonly { body: string }[]): string[] {
  return bodies.map(({ body }) => (JSON.parse(body) as { pet: PetBody }).pet.name);
}
