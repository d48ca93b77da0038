import { isEvent } from '../guards.gen.ts';
import { parseJsonWith } from '../transport/json.ts';
import type { Ids } from '../transport/shape.ts';
import type { PetstoreEvent } from '../types.gen.ts';

/** Headers of a platform or of a polyfill. */
interface ReadableHeaders {
  get(name: string): string | null | undefined;
}

/** What a webhook has received. */
export interface ReceivedWebhook {
  /**
   * The body as it arrived: the exact bytes or text, not JSON that was parsed and written again.
   * @example await request.text()
   */
  body: string | Uint8Array;
  /**
   * The headers of the request, as the platform has them: with names in any case, or anything with a method `get`.
   * @example request.headers
   */
  headers: ReadableHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The secret that {@link Webhooks.create} or {@link Webhooks.rotate} returned.
   * @example 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
   */
  secret: string;
  /**
   * How many seconds the request may be old, which bounds how long it can be replayed; 300 by default.
   * @example 60
   */
  toleranceSeconds?: number | undefined;
  /**
   * The time in epoch milliseconds; the clock of this machine by default.
   * @example Date.now()
   */
  nowMs?: number | undefined;
}

/**
 * A request to a webhook that the service has not sent, or that is too old. Respond with 400.
 * @example if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 400 });
 */
export class WebhookVerificationError extends Error {
  /** Always `WebhookVerificationError`. */
  override readonly name = 'WebhookVerificationError';
}

const secretPrefix = 'whsec_';
const signatureVersion = 'v1,';
const defaultToleranceSeconds = 300;

/**
 * Checks that the service has sent a webhook's request, and returns the event in it. It needs no client and no API key,
 * but `crypto.subtle`, which all server runtimes have. Requests are signed as Standard Webhooks says (HMAC-SHA-256).
 * @throws WebhookVerificationError when the signature or the age of the request is wrong, or its body is no event
 * @example
 * const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 * console.log(event.type, event.petId);
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<PetstoreEvent> {
  return await verifyAndRead(received, 'bigint');
}

/** The same for a client, which may have its ids as strings. */
export async function verifyAndRead(received: ReceivedWebhook, ids: Ids): Promise<PetstoreEvent> {
  const { body, secret, toleranceSeconds = defaultToleranceSeconds, nowMs = Date.now() } = received;
  const id = requireHeader(received, 'webhook-id');
  const timestamp = requireHeader(received, 'webhook-timestamp');
  const ageSeconds = Math.abs(nowMs / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || !(ageSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError(`The webhook-timestamp ${timestamp} is more than ${toleranceSeconds} s away.`);
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const key = await importSecret(secret);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = requireHeader(received, 'webhook-signature').split(' ').map(parseSignature);
  const matches = await Promise.all(
    signatures.map((signature) => signature && crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  if (!matches.includes(true)) throw new WebhookVerificationError('No webhook-signature matches the secret.');
  return readEvent(text, ids);
}

function requireHeader({ headers }: ReceivedWebhook, name: string): string {
  const values = isReadable(headers)
    ? [headers.get(name)]
    : Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? value : []));
  const [value] = values;
  if (typeof value === 'string' && value !== '' && values.length === 1) return value;
  throw new WebhookVerificationError(`The header ${name} is missing, or repeated.`);
}

function isReadable(headers: ReceivedWebhook['headers']): headers is ReadableHeaders {
  return 'get' in headers && typeof headers.get === 'function';
}

/** @throws TypeError for a secret that is not one of a webhook: this is a fault of the program and not of the request */
async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(secretPrefix) ? fromBase64(secret.slice(secretPrefix.length)) : undefined;
  if (bytes === undefined) throw new TypeError('secret must be that of a webhook, which begins with whsec_.');
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** The bytes of a signature; `undefined` for one of another version. */
function parseSignature(signature: string): Uint8Array<ArrayBuffer> | undefined {
  return signature.startsWith(signatureVersion) ? fromBase64(signature.slice(signatureVersion.length)) : undefined;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function readEvent(text: string, ids: Ids): PetstoreEvent {
  try {
    // Webhooks have numbers for all clients.
    const event = parseJsonWith(ids === 'string' ? String : BigInt, text);
    if (isEvent(event, ids)) return event;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('The body is not an event.');
}
