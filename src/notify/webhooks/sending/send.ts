import type { ClientRequest, IncomingMessage } from 'node:http';
import { receiverSeconds } from '../../../../contract/limits.ts';
import { AddressError, type AddressPolicy, findAddresses, lookUpAs } from '../../../lib/addresses/public-addresses.ts';
import { errorCodeOf } from '../../../lib/errors.ts';
import type { ReceivedResponse } from '../model.ts';
import { readResponse } from './response.ts';

export interface Message {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** What is not kept of the response. */
  secrets?: readonly string[];
}

export interface SendOptions extends AddressPolicy {
  /** From the DNS look-up to the status of the response. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** How long a receiver may take. */
export const responseTimeoutMs = receiverSeconds * 1_000;

/** The response, or why there was none, and how long that took. */
export type SendResult = { durationMs: number } & (
  | { status: number; response: ReceivedResponse }
  | { failure: string }
);

/**
 * Sends a POST. The host is resolved for this request, and the connection goes to one of the addresses that were checked,
 * which protects against DNS rebinding. Redirects are not followed. Of the response so much is read as is kept.
 * @throws the reason of the signal when it aborts
 */
export async function send(message: Message, options: SendOptions): Promise<SendResult> {
  const timeout = new AbortController();
  using _timer = setTimeout(() => timeout.abort(), options.timeoutMs);
  const signal = AbortSignal.any([timeout.signal, options.signal]);
  const startedAt = performance.now();
  try {
    const response = await post(message, options, signal);
    const durationMs = performance.now() - startedAt;
    return {
      durationMs,
      status: response.statusCode ?? 0,
      response: await readResponse(response, message.secrets ?? []),
    };
  } catch (error) {
    options.signal.throwIfAborted();
    const isLate = timeout.signal.aborted;
    const failure = isLate ? `no response within ${options.timeoutMs / 1_000} seconds` : describe(error);
    return { durationMs: performance.now() - startedAt, failure };
  }
}

async function post(
  { url, headers, body }: Message,
  options: SendOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const addresses = await findAddresses(hostname, options);
  signal.throwIfAborted();
  const isSecure = protocol === 'https:';
  // Loading them takes longer than any other module of the runtime, and many services have no webhooks.
  const { request: open } = await (isSecure ? import('node:https') : import('node:http'));
  const request = open({
    method: 'POST',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    path: pathname + search,
    headers: { ...headers },
    // A new connection: a pooled one could go to an address that was checked for an earlier request.
    agent: false,
    lookup: lookUpAs(addresses),
    signal,
  });
  const received = receive(request);
  request.end(body);
  return await received;
}

/** The head of the response. */
function receive(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    // A receiver may send interim responses (RFC 9110, section 15.2) without end.
    let interim = 0;
    request.on('information', () => {
      if (++interim > maxInterimResponses) request.destroy(new TooManyResponses());
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('the connection was closed')));
  });
}

const maxInterimResponses = 20;

class TooManyResponses extends Error {
  readonly code = 'too many interim responses';
}

/** Does not repeat anything that the receiver has sent. */
function describe(error: unknown): string {
  if (error instanceof AddressError) return error.message;
  const code = errorCodeOf(error);
  return code === undefined ? 'the connection was closed without a response' : `no response: ${code}`;
}
