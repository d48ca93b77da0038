import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AddressError, type AddressPolicy, findAddresses } from '../lib/public-addresses.ts';

export interface Message {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface SendOptions extends AddressPolicy {
  /** From the look at the host's name to the status of the answer. */
  timeoutMs: number;
  /** Breaks the request off. */
  signal: AbortSignal;
}

/** The status of the answer, or why there was none. */
export type SendResult = { status: number } | { failure: string };

/**
 * Sends one POST. Its host's name is looked up for it alone, and the connection goes to one of the addresses that were
 * checked: what the name means a moment later does not matter. Redirects are not followed and no body is read.
 * @throws the signal's reason when that has broken it off
 */
export async function send(message: Message, options: SendOptions): Promise<SendResult> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs);
  const signal = AbortSignal.any([timeout.signal, options.signal]);
  try {
    return { status: await post(message, options, signal) };
  } catch (error) {
    options.signal.throwIfAborted();
    if (timeout.signal.aborted) return { failure: `no answer came within ${options.timeoutMs / 1_000} seconds` };
    return { failure: describe(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function post({ url, headers, body }: Message, options: SendOptions, signal: AbortSignal): Promise<number> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const addresses = await findAddresses(hostname, options);
  signal.throwIfAborted();
  const isSecure = protocol === 'https:';
  // The name stays the host of the request, for the certificate is checked against it; only its look-up is replaced.
  const lookup: LookupFunction = (_, { all }, callback) => {
    const [first] = addresses;
    if (all || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
  const request = (isSecure ? httpsRequest : httpRequest)({
    method: 'POST',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    path: pathname + search,
    headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': 'petstore' },
    // A connection of its own: one that was kept could be to an address that was checked long ago.
    agent: false,
    lookup,
    signal,
  });
  const status = readStatus(request);
  request.end(body);
  return await status;
}

/** The status of the answer. What comes behind its head is not read: the connection is closed. */
function readStatus(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('the connection was closed')));
  });
}

/** In words of our own: what a receiver, or whoever answers in its place, has sent is not repeated. */
function describe(error: unknown): string {
  if (error instanceof AddressError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code === undefined ? 'the connection was closed without an answer' : `no answer came: ${code}`;
}
