import { NoAnswerError } from './errors.ts';
import { readBlocks } from './event-stream.ts';
import { parseInt64 } from './int64.ts';
import { readData, unexpectedResponse } from './response.ts';
import { retryDelayMs, wait } from './retry.ts';
import type { Guard } from './shape.ts';
import type { CallOptions, OpenResponse, Transport } from './transport.ts';

/** The server sends a comment every 15 seconds: what is silent for so long is not there any more. */
const silenceMs = 45_000;

/** A connection that has held for so long ends a row of failures: the pauses begin to grow anew. */
const stableMs = 5_000;

/** A log that can be followed. */
interface LogCall {
  path: string;
  options: CallOptions;
}

/** What is followed, and from where on. */
export interface FollowCall<Entry> extends LogCall {
  /** The id behind which it begins; without it, it begins with what happens from now on. */
  after: bigint | undefined;
  /** Tells whether a value is an entry. */
  accepts: Guard<Entry>;
  /** Told the id behind which each connection begins. */
  onBegin?: ((id: bigint) => void) | undefined;
  /** Milliseconds; 45,000 by default. */
  silenceMs?: number;
}

/**
 * Gives the entries of a log as they are added, by server-sent events, for ever. When a connection ends, it goes on
 * over another one behind the last entry that came, so that none is missed and none comes twice.
 * @throws PetstoreError for a refusal that is not one of the moment, and for what is no entry
 */
export async function* follow<Entry>(
  transport: Transport,
  call: FollowCall<Entry>,
): AsyncGenerator<Entry, void, undefined> {
  const { signal } = call.options;
  let position = call.after;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await open(transport, call, position, true);
    const openedAt = performance.now();
    let isBegun = false;
    for await (const { id, data } of readBlocks(answer.body, { silenceMs: call.silenceMs ?? silenceMs, signal })) {
      // Several may have come together, and the loop may have been aborted between them.
      signal?.throwIfAborted();
      if (id !== undefined) {
        position = readPosition(answer, id);
        if (!isBegun) call.onBegin?.(position);
        isBegun = true;
      }
      if (data !== '') yield readData(answer, data, call.accepts);
    }
    if (performance.now() - openedAt >= stableMs) attempt = 0;
    await wait(retryDelayMs(attempt, 0, Math.random()), signal);
  }
}

/** The position at which a log ends now. @throws PetstoreError, NoAnswerError */
export async function findLastId(transport: Transport, call: LogCall): Promise<bigint> {
  const answer = await open(transport, call, undefined, false);
  const { signal } = call.options;
  for await (const { id } of readBlocks(answer.body, { silenceMs, signal })) {
    if (id !== undefined) return readPosition(answer, id);
  }
  throw new NoAnswerError('The connection broke before the server told where the log ends. Try again.', {
    cause: undefined,
  });
}

function open(
  transport: Transport,
  { path, options }: LogCall,
  position: bigint | undefined,
  isEndless: boolean,
): Promise<OpenResponse> {
  const headers = position === undefined ? {} : { 'Last-Event-ID': String(position) };
  return transport.open({ method: 'GET', path, headers, mediaType: 'text/event-stream', isEndless, options });
}

function readPosition(answer: OpenResponse, id: string): bigint {
  const position = parseInt64(id);
  if (position !== undefined) return position;
  throw unexpectedResponse(answer, 'The id of an event in the stream is not an integer.');
}
