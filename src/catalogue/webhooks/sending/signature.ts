import { createHmac } from 'node:crypto';
import { toSigningKey } from '../rules.ts';

/**
 * The headers that authenticate a body and prevent replays (Standard Webhooks, version 1: HMAC-SHA-256, RFC 2104), with a
 * signature for each secret. `now` is in epoch milliseconds.
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  now: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => {
    const hash = createHmac('sha256', toSigningKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${hash}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
