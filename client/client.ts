import { Categories } from './resources/categories.ts';
import { Deliveries } from './resources/deliveries.ts';
import { Events } from './resources/events.ts';
import { InventoryCounts } from './resources/inventory.ts';
import { Keys } from './resources/keys.ts';
import { PetListings } from './resources/listings.ts';
import { Orders } from './resources/orders.ts';
import { Pets } from './resources/pets.ts';
import { Photos } from './resources/photos.ts';
import { Profiles } from './resources/profiles.ts';
import { Statistics } from './resources/statistics.ts';
import { Webhooks } from './resources/webhooks.ts';
import { interfaceUrl } from './transport/base-url.ts';
import type { Fetch, RetryPolicy } from './transport/send-with-retry.ts';
import { createTransport, type Transport } from './transport/transport.ts';

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
   * The timeout of one attempt in milliseconds, including the response body; 30,000 by default. For an event stream,
   * the timeout until the response begins.
   * @example 5_000
   */
  timeoutMs?: number | undefined;
  /**
   * The number of retries after a transient error: no response, 408, 429, 502, 503, 504, or a 409 because the same call
   * is still in progress; 3 by default. Delays are exponential with jitter, and at least what `Retry-After` says. When
   * that is more than a minute, the call fails instead.
   * @example 0
   */
  retries?: number | undefined;
  /**
   * Instead of a number of retries: how long, in milliseconds after the first transient error, a call is retried. For a
   * program that should outlast an outage. Delays that the server asks for with `Retry-After` are added.
   * @example 30_000
   */
  retryForMs?: number | undefined;
}

/** The service, resource by resource. */
export interface Client {
  readonly pets: Pets;
  readonly profiles: Profiles;
  readonly photos: Photos;
  /** Animals with all that a web site shows of them. */
  readonly listings: PetListings;
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
  const transport = openTransport(options);
  return {
    pets: new Pets(transport),
    profiles: new Profiles(transport),
    photos: new Photos(transport),
    listings: new PetListings(transport),
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

/** What sends the calls of a client. @throws TypeError when an option cannot be used */
export function openTransport(options: ClientOptions): Transport {
  const { baseUrl, apiKey, fetch: send = (url, init) => fetch(url, init), timeoutMs = 30_000 } = options;
  const { retries = 3, retryForMs } = options;
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be visible ASCII characters, without blanks.');
  const retryPolicy: RetryPolicy =
    retryForMs === undefined ? { kind: 'attempts', retries } : { kind: 'time', retryForMs };
  return createTransport({
    interfaceUrl: interfaceUrl(baseUrl),
    apiKey,
    fetch: send,
    timeoutMs,
    retryPolicy,
  });
}
