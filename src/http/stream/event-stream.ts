import { parseInt64 } from '../../lib/int64.ts';
import { ServiceError } from '../../model/errors.ts';
import type { StreamEntry } from '../../operations/operation.ts';

/** Server-sent events, as the HTML standard has them in section 9.2. */
const eventStreamType = 'text/event-stream';
/** Where a range that names a type stands before one that takes it in (RFC 9110, section 12.5.1). */
const jsonRanges = ['application/json', 'application/*', '*/*'];

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** A comment, which means nothing: it tells both ends, and all that is between them, that the other one lives. */
export const heartbeat: Bytes = encoder.encode(':\n\n');

/** The position as an event without data: it is not handed to the page, but its id is remembered. */
export function encodePosition(id: bigint): Bytes {
  return encoder.encode(`id: ${id}\n\n`);
}

/** A body is JSON on one line, so it is the whole of `data`. */
export function encodeEntries(entries: readonly StreamEntry[]): Bytes {
  return encoder.encode(entries.map(({ id, type, body }) => `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`).join(''));
}

/** The last one keeps nginx, and what does as it does, from holding back what was sent. */
export function eventStreamHeaders(): Headers {
  return new Headers({ 'Content-Type': eventStreamType, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
}

/** Whether `Accept` names `text/event-stream` itself, and with at least the quality that it gives JSON. */
export function prefersEventStream(accept: string | null): boolean {
  if (accept === null) return false;
  const qualities = new Map(accept.toLowerCase().split(',').map(readRange));
  const quality = qualities.get(eventStreamType) ?? 0;
  const jsonRange = jsonRanges.find((range) => qualities.has(range)) ?? '';
  return quality > 0 && quality >= (qualities.get(jsonRange) ?? 0);
}

function readRange(range: string): [type: string, quality: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [type, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
}

/** The position that a client has reached, if it says so. @throws ServiceError `invalid_parameter` */
export function readLastEventId(headers: Headers): bigint | undefined {
  const text = headers.get('Last-Event-ID');
  if (text === null) return undefined;
  const id = parseInt64(text);
  if (id !== undefined && id >= 0n) return id;
  throw new ServiceError(
    'invalid_parameter',
    'The header Last-Event-ID must be an id that was sent here: an integer of 64 bits in plain digits, not negative.',
  );
}
