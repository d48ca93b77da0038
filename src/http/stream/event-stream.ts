import { parseInt64 } from '../../../contract/int64.ts';
import type { StreamEntry } from '../../api/operation.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { baseHeaders } from '../response/reply.ts';

/** Server-sent events (HTML standard, section 9.2). */
export const eventStreamType = 'text/event-stream';

export type Bytes = Uint8Array<ArrayBuffer>;

/** The entries after one id up to and including another, encoded. */
export interface Batch {
  after: bigint;
  last: bigint;
  bytes: Bytes;
}

/** What a subscriber that does not read keeps in memory. */
const maxBatchBytes = 32 * 1024;

const encoder = new TextEncoder();

/** A comment, which clients ignore. It keeps proxies from closing the connection, and reveals a broken one. */
export const heartbeat: Bytes = encoder.encode(':\n\n');

/** A position as an event without data: clients dispatch nothing, but remember the id. */
export function encodePosition(id: bigint): Bytes {
  return encoder.encode(`id: ${id}\n\n`);
}

/** Cuts the entries after an id into batches of bounded size. */
export function toBatches(after: bigint, entries: readonly StreamEntry[]): Batch[] {
  const batches: Batch[] = [];
  let text = '';
  let sizeBytes = 0;
  const last = entries.at(-1);
  for (const entry of entries) {
    const { id, type, body } = entry;
    // JSON on one line, so it needs only one `data` line.
    text += `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
    sizeBytes += Buffer.byteLength(body);
    if (sizeBytes < maxBatchBytes && entry !== last) continue;
    batches.push({ after: batches.at(-1)?.last ?? after, last: id, bytes: encoder.encode(text) });
    text = '';
    sizeBytes = 0;
  }
  return batches;
}

/** `X-Accel-Buffering` keeps nginx and compatible proxies from buffering the stream. */
export function eventStreamHeaders(): Headers {
  return baseHeaders({ 'Content-Type': eventStreamType, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
}

/** The value of `Last-Event-ID`, if the client sent it. @throws ServiceError `invalid_parameter` */
export function readLastEventId(headers: Headers): bigint | undefined {
  const text = headers.get('Last-Event-ID');
  if (text === null) return undefined;
  const id = parseInt64(text);
  if (id !== undefined && id >= 0n) return id;
  throw new ServiceError(
    'invalid_parameter',
    'Invalid Last-Event-ID header. It must be the id of an event: a non-negative 64-bit integer in plain digits.',
  );
}
