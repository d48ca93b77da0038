import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../client/transport/errors.ts';
import { BlockSplitter } from '../../../client/transport/event-stream.ts';
import { idempotencyKeyHeader, randomIdempotencyKey } from '../../../client/transport/idempotency-key.ts';
import type { ReadyRequest } from './draft.ts';

/** The newest request of a part of the page, and what has become of it. It is stopped when that part is gone. */
export function useExchange() {
  const [exchange, setExchange] = useState<Exchange>({ phase: 'none' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const stop = () => controller.current?.abort();
  /** Sends a request. One that is still under way is stopped. */
  const send = (request: ReadyRequest, apiKey: string | undefined) => {
    stop();
    const own = new AbortController();
    controller.current = own;
    void runExchange(request, apiKey, own.signal, (change) => {
      if (controller.current === own) setExchange(change);
    });
  };
  const isStreaming = exchange.phase === 'streaming' && exchange.response.end === 'open';
  return { exchange, isBusy: exchange.phase === 'sending' || isStreaming, send, stop };
}

export type Exchange =
  | { readonly phase: 'none' }
  | { readonly phase: 'sending'; readonly sent: SentRequest }
  | { readonly phase: 'failed'; readonly sent: SentRequest; readonly reason: FailureReason; readonly detail: string }
  | { readonly phase: 'answered'; readonly sent: SentRequest; readonly response: ReceivedResponse }
  | { readonly phase: 'streaming'; readonly sent: SentRequest; readonly response: ReceivedStream };

/** What was sent, without the key. */
export interface SentRequest extends Pick<ReadyRequest, 'method' | 'url' | 'headers'> {
  readonly hasKey: boolean;
}

export type FailureReason = 'no response' | 'stopped' | 'not sent';

interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** From sending to the end of the body; in a stream, to the end of the headers. */
  readonly elapsedMs: number;
}

export interface ReceivedResponse extends ResponseHead {
  readonly text: string;
  readonly sizeBytes: number;
}

export interface ReceivedStream extends ResponseHead {
  /** The newest messages. */
  readonly messages: readonly StreamMessage[];
  readonly messageCount: number;
  readonly end: 'open' | 'ended' | 'stopped' | 'broken';
}

/** What stands between two empty lines of an event stream, as it was sent. */
interface StreamMessage {
  /** The first one is 1. */
  readonly number: number;
  readonly text: string;
}

const maxMessages = 200;

/**
 * Sends a request once, as it is: nothing is repeated, no redirect is followed, and nothing comes from the browser's
 * cache. `report` is called with each change. The signal stops it.
 */
export async function runExchange(
  request: ReadyRequest,
  apiKey: string | undefined,
  signal: AbortSignal,
  report: (exchange: Exchange) => void,
): Promise<void> {
  const { method, url, body } = request;
  const headers = [...request.headers];
  if (request.hasFreshIdempotencyKey) headers.push(['Idempotency-Key', idempotencyKeyHeader(randomIdempotencyKey())]);
  const hasKey = apiKey !== undefined;
  const sent: SentRequest = { method, url, headers, hasKey };
  report({ phase: 'sending', sent });
  const fail = (reason: FailureReason, error: unknown) =>
    report({ phase: 'failed', sent, reason, detail: messageOf(error) });
  const allHeaders = hasKey ? [...headers, ['Authorization', `Bearer ${apiKey}`] as const] : headers;
  let prepared: Request;
  try {
    const init: RequestInit = { method, cache: 'no-store', redirect: 'manual', credentials: 'omit', signal };
    prepared = new Request(url, { ...init, headers: allHeaders.map(([...pair]) => pair), body: body ?? null });
  } catch (error) {
    return fail('not sent', error);
  }
  const startedAt = performance.now();
  try {
    const response = await fetch(prepared);
    const { status, statusText } = response;
    const head = () => ({
      status,
      statusText,
      headers: [...response.headers],
      elapsedMs: performance.now() - startedAt,
    });
    if (response.body !== null && response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      await readStream(response.body, head(), signal, (stream) =>
        report({ phase: 'streaming', sent, response: stream }),
      );
      return;
    }
    const bytes = await response.arrayBuffer();
    const text = new TextDecoder().decode(bytes);
    report({ phase: 'answered', sent, response: { ...head(), text, sizeBytes: bytes.byteLength } });
  } catch (error) {
    fail(signal.aborted ? 'stopped' : 'no response', error);
  }
}

/** Reads an event stream to its end, whether the server, the connection or the person ends it. */
async function readStream(
  body: ReadableStream<Uint8Array>,
  head: ResponseHead,
  signal: AbortSignal,
  report: (stream: ReceivedStream) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const splitter = new BlockSplitter();
  let messages: readonly StreamMessage[] = [];
  let messageCount = 0;
  const tell = (end: ReceivedStream['end']) => report({ ...head, messages, messageCount, end });
  tell('open');
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return tell('ended');
      const blocks = [...splitter.read(decoder.decode(value, { stream: true }))];
      const complete = blocks.map((lines) => ({ number: ++messageCount, text: lines.join('\n') }));
      if (complete.length === 0) continue;
      messages = [...messages, ...complete].slice(-maxMessages);
      tell('open');
    }
  } catch {
    tell(signal.aborted ? 'stopped' : 'broken');
  }
}
