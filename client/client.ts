import type { Resources } from './resources.gen.ts';
import { createResources } from './resources.ts';
import type { StringIds } from './string-ids.ts';
import { interfaceUrl } from './transport/base-url.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './transport/raw.ts';
import type { Fetch, RetryPolicy } from './transport/send-with-retry.ts';
import { type ChangeOptions, createTransport, type Transport, type WriteOptions } from './transport/transport.ts';

/** How the client reaches the service. */
export interface ClientOptions {
  /**
   * The address of the service, ending before or with `/v1`; by default that in the environment variable
   * `PETSTORE_SERVER`, where there are such variables.
   * @example 'https://pets.example.org'
   */
  baseUrl?: string | undefined;
  /**
   * The API key; by default that in the environment variable `PETSTORE_TOKEN`, where there are such variables.
   * @example 'pet_prod_4D3cnwhorWlC0SqQTjK5v2JNUDGxSU3OxUPf'
   */
  apiKey?: string | undefined;
  /**
   * Sends the requests; the standard `fetch` by default. What it throws is retried, except a `NoAnswerError`.
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
   * The number of retries after a transient error: no response, 408, 429, 502, 503, 504, what Cloudflare answers for a
   * server that it cannot reach (520 to 530), or a 409 because the same call is still in progress; 3 by default. Delays are exponential with jitter, and at least what `Retry-After` says. When
   * that is more than a minute, the call fails instead.
   * @example 0
   */
  retries?: number | undefined;
  /**
   * Instead of a number of retries: how long, in milliseconds after the first transient error, a call is retried. For a
   * program that should outlast an outage. Delays that the server asks for with `Retry-After` are added, and an
   * attempt that hangs counts as a third of it at most.
   * @example 30_000
   */
  retryForMs?: number | undefined;
}

/** How a client with ids as strings reaches the service. */
export interface StringIdsOptions extends ClientOptions {
  /**
   * All 64-bit integers are strings of digits, in what is passed and in results: for `JSON.stringify`, query keys of React
   * and routes. By default they are `bigint`.
   * @example createClient({ ids: 'string' })
   */
  ids: 'string';
}

/**
 * The service, resource by resource. Every method that sends a request throws `PetstoreError` for an error response and
 * `NoAnswerError` when there is no response.
 */
export interface Client extends Resources {
  /**
   * Sends a request of your own, with this client's key, time-outs, retries and errors, and returns the response as it is.
   * @throws PetstoreError, NoAnswerError
   * @example const { status, headers, text, data } = await client.request({ method: 'GET', path: '/pets/17' });
   */
  request(request: RawRequest, options?: WriteOptions & ChangeOptions): Promise<RawAnswer>;
}

/**
 * Makes a client of the service. Nothing is sent yet.
 * @throws TypeError when an option cannot be used, or is neither given nor in the environment
 * @example const client = createClient({ baseUrl: 'https://pets.example.org', apiKey });
 */
export function createClient(options: StringIdsOptions): StringIds<Client>;
export function createClient(options?: ClientOptions): Client;
export function createClient(options: ClientOptions & { ids?: 'string' } = {}): Client | StringIds<Client> {
  const transport = openTransport(options);
  const request: Client['request'] = (request, options = {}) => sendRaw(transport, request, options);
  const client: Client = { ...createResources(transport), request };
  return client;
}

/** What sends the calls of a client. @throws TypeError when an option cannot be used */
export function openTransport(options: ClientOptions & { ids?: 'string' }): Transport {
  const { fetch: send = (url, init) => fetch(url, init), timeoutMs = 30_000 } = options;
  const baseUrl = optionOrVariable('baseUrl', options.baseUrl);
  // A file with a key ends in a line break.
  const apiKey = optionOrVariable('apiKey', options.apiKey).replace(/\r?\n$/, '');
  const { retries = 3, retryForMs } = options;
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be visible ASCII characters, without blanks.');
  const retryPolicy: RetryPolicy =
    retryForMs === undefined ? { kind: 'attempts', retries } : { kind: 'time', retryForMs };
  return createTransport({
    interfaceUrl: interfaceUrl(baseUrl),
    apiKey,
    ids: options.ids ?? 'bigint',
    fetch: send,
    timeoutMs,
    retryPolicy,
  });
}

/** The environment variables that a client reads, the same as the commands of `petstore`. */
const variables = { baseUrl: 'PETSTORE_SERVER', apiKey: 'PETSTORE_TOKEN' } as const;

/** The part of `process` that is used; browsers and some runtimes have none. */
interface Platform {
  process?: { env?: Readonly<Record<string, string | undefined>> };
}

/**
 * An option, or else its environment variable. An option that is empty is not replaced: it may be a key that the program
 * failed to find, and the one of the environment may be allowed more.
 * @throws TypeError when it is missing or empty
 */
function optionOrVariable(name: keyof typeof variables, option: string | undefined): string {
  const value = option ?? readVariable(variables[name]);
  if (value) return value;
  throw new TypeError(`${name} is missing. Pass it, or set the environment variable ${variables[name]}.`);
}

function readVariable(name: string): string | undefined {
  const { process } = globalThis as Platform;
  try {
    return process?.env?.[name];
  } catch {
    // Deno throws when the program may not read its environment.
    return undefined;
  }
}
