import { createHmac } from 'node:crypto';
import { toSecret, toSigningKey, unsignedHeaders } from '../rules.ts';

/**
 * The headers of a request, which authenticate its body and prevent replays (Standard Webhooks, version 1: HMAC-SHA-256, RFC 2104), with a
 * signature for each secret. `now` is in epoch milliseconds.
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  now: number,
  body: string,
): Record<string, string> {
  const headers = unsignedHeaders(id, BigInt(now));
  const signatures = secrets.map((secret) => {
    const hash = createHmac('sha256', toSigningKey(secret))
      .update(`${id}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64');
    return `v1,${hash}`;
  });
  return { ...headers, 'webhook-signature': signatures.join(' ') };
}

/** As many bytes as the hash has. */
const secretLength = 32;

/** A new secret from random bytes of the operating system. */
export function makeWebhookSecret(): string {
  return toSecret(crypto.getRandomValues(new Uint8Array(secretLength)));
}
