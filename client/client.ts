import { Categories } from './resources/categories.ts';
import { Deliveries } from './resources/deliveries.ts';
import { Events } from './resources/events.ts';
import { InventoryCounts } from './resources/inventory.ts';
import { Keys } from './resources/keys.ts';
import { Orders } from './resources/orders.ts';
import { Pets } from './resources/pets.ts';
import { Statistics } from './resources/statistics.ts';
import { Webhooks } from './resources/webhooks.ts';
import { interfaceUrl } from './transport/base-url.ts';
import type { Fetch, RetryPolicy } from './transport/send-with-retry.ts';
import { createTransport } from './transport/transport.ts';

/** How the client reaches the service. */
export interface ClientOptions {
  /**
   * The address of the service, ending before or with `/v1`.
   * @example 'https://pets.example.org'
   */
  baseUrl: string;
  /**
   * The API key.
   * @example process.env.PETSTORE_TOKEN
   */
  apiKey: string;
  /**
   * Sends the requests; the standard `fetch` by default.
   * @example (url, init) => fetch(url, { ...init, keepalive: true })
   */
  fetch?: Fetch | undefined;
  /**
   * Milliseconds that one attempt may take, with its whole answer; 30,000 by default. Events that are followed are an
   * answer without an end: there it is the time until the answer begins.
   * @example 5_000
   */
  timeoutMs?: number | undefined;
  /**
   * Further attempts after a failure of the moment: no answer, 408, 429, 502, 503, 504, or a 409 because the same call
   * is being worked on; 3 by default. The pauses grow, are random, and are at least what `Retry-After` asks for; a call
   * that is asked to wait for more than a minute fails instead.
   * @example 0
   */
  retries?: number | undefined;
  /**
   * Milliseconds after the first failure of the moment during which further attempts are begun, instead of a number of
   * them: for a program that should outlast an outage. The pauses that `Retry-After` asks for come on top.
   * @example 30_000
   */
  retryForMs?: number | undefined;
}

/** The service, resource by resource. */
export interface Client {
  readonly pets: Pets;
  readonly categories: Categories;
  readonly orders: Orders;
  readonly inventory: InventoryCounts;
  /** What happened to animals, by day, week or month. */
  readonly statistics: Statistics;
  readonly events: Events;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
}

/**
 * Makes a client of the service. Nothing is sent yet.
 * @throws TypeError when an option cannot be used
 * @example const client = createClient({ baseUrl: 'https://pets.example.org', apiKey });
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, fetch: send = (url, init) => fetch(url, init), timeoutMs = 30_000 } = options;
  const { retries = 3, retryForMs } = options;
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be visible ASCII characters, without blanks.');
  const patience: RetryPolicy = retryForMs === undefined ? { kind: 'attempts', retries } : { kind: 'time', retryForMs };
  const transport = createTransport({
    interfaceUrl: interfaceUrl(baseUrl),
    apiKey,
    fetch: send,
    timeoutMs,
    retryPolicy: patience,
  });
  return {
    pets: new Pets(transport),
    categories: new Categories(transport),
    orders: new Orders(transport),
    inventory: new InventoryCounts(transport),
    statistics: new Statistics(transport),
    events: new Events(transport),
    keys: new Keys(transport),
    webhooks: new Webhooks(transport),
    deliveries: new Deliveries(transport),
  };
}
