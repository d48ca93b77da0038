import { heartbeatSeconds } from '../../contract/limits.ts';
import { NoAnswerError } from './errors.ts';
import { readBlocks } from './event-stream.ts';
import { readData, unexpectedResponse } from './response.ts';
import { retryDelayMs, wait } from './retry.ts';
import { type Guard, readId } from './shape.ts';
import type { CallOptions, OpenResponse, Transport } from './transport.ts';

/** A connection that is silent for longer is lost. */
const silenceMs = 3 * heartbeatSeconds * 1_000;

/** After a connection that lasted as long, the backoff starts over. */
const stableMs = 5_000;

/** The address of an event log. */
interface LogCall {
  path: string;
  options: CallOptions;
}

/** Which log is followed, and from where. */
export interface FollowCall<Entry> extends LogCall {
  /** The id after which it starts; without it, it starts with new entries. */
  after: bigint | undefined;
  /** Whether a value is an entry. */
  accepts: Guard<Entry>;
  /** Called with the id after which each connection starts. */
  onBegin?: ((id: bigint) => void) | undefined;
  /** Milliseconds; 45,000 by default. */
  silenceMs?: number;
}

/**
 * Streams the entries of a log with server-sent events. When a connection ends, it reconnects after the last entry that
 * was received, so that each entry arrives exactly once.
 * @throws PetstoreError for an error that is not transient, and for an invalid entry
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
        position = readPosition(transport, answer, id);
        if (!isBegun) call.onBegin?.(position);
        isBegun = true;
      }
      if (data !== '') yield readData(answer, data, call.accepts, transport.ids);
    }
    if (performance.now() - openedAt >= stableMs) attempt = 0;
    await wait(retryDelayMs(attempt, 0, Math.random()), signal);
  }
}

/** The id of the newest entry of a log. @throws PetstoreError, NoAnswerError */
export async function findLastId(transport: Transport, call: LogCall): Promise<bigint> {
  const answer = await open(transport, call, undefined, false);
  const { signal } = call.options;
  for await (const { id } of readBlocks(answer.body, { silenceMs, signal })) {
    if (id !== undefined) return readPosition(transport, answer, id);
  }
  throw new NoAnswerError('The connection broke before the server sent the end of the log. Try again.', {
    cause: undefined,
  });
}

function open(
  transport: Transport,
  { path, options }: LogCall,
  position: bigint | undefined,
  isEndless: boolean,
): Promise<OpenResponse> {
  const headers: Record<string, string> = position === undefined ? {} : { 'Last-Event-ID': String(position) };
  return transport.open({ method: 'GET', path, headers, mediaType: 'text/event-stream', isEndless, options });
}

function readPosition({ ids }: Transport, answer: OpenResponse, id: string): bigint {
  const position = readId(id, ids);
  if (position !== undefined) return position;
  throw unexpectedResponse(answer, 'The id of an event in the stream is not an integer.');
}
