import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';
import { startApp, type TestApp } from '../app.ts';
import type { Engine } from '../engines.ts';
import { bodyOf, type PetBody } from '../http/body.ts';
import { type Receiver, startReceiver } from '../http/receiver.ts';
import {
  type DeliveryBody,
  listDeliveries,
  makeDispatcher,
  makeWebhook,
  removeWebhook,
  type TestDispatcher,
  type WebhookBody,
} from './webhooks.ts';

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

/**
 * Starts a service for the tests of a `describe` block, and a receiver and a dispatcher for each test, before which `use`
 * gets them.
 */
export function sendInEachTest(engine: Engine, use: (started: { service: TestApp; sending: Sending }) => void): void {
  let service: TestApp;
  let sending: Sending;
  beforeAll(async () => {
    service = await startApp({ reachesPrivateAddresses: true }, engine);
  });
  afterAll(() => service.close());
  beforeEach(() => {
    sending = startSending(service);
    use({ service, sending });
  });
  afterEach(() => sending.end());
}

/** Sets the service's clock to the current time, because receivers compare it with that of the signature. */
export function startSending(service: TestApp): Sending {
  service.now = Date.now();
  const receiver = startReceiver();
  const webhooks: WebhookBody[] = [];
  return {
    ...makeDispatcher(service),
    receiver,
    async subscribe(path = '/', types) {
      const webhook = await makeWebhook(service, path.startsWith('/') ? receiver.url + path : path, types);
      webhooks.push(webhook);
      return webhook;
    },
    addPet: async (name) => await bodyOf(await service.post('/v1/pets', JSON.stringify({ name, categoryId: 1 }))),
    deliveriesOf: ({ id }, query = '') => listDeliveries(service.fetch, `webhookId=${id}${query}`),
    retry: (delivery) => service.fetch(`/v1/webhook-deliveries/${delivery?.id}/retry`, { method: 'POST' }),
    statusOf: async ({ id }) => (await bodyOf<WebhookBody>(await service.fetch(`/v1/webhooks/${id}`))).status,
    async end() {
      for (const webhook of webhooks) await removeWebhook(service, webhook);
      await receiver.stop();
    },
  };
}
