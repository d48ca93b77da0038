/** One thing that a program did to a file, as `support/faults/disk.c` records it. */
export interface TraceRecord {
  readonly kind: 'write' | 'truncate' | 'remove' | 'flush begin' | 'flush end';
  readonly thread: number;
  readonly path: string;
  /** Where it was written, or the length after a truncation. */
  readonly offset: number;
  readonly data: Uint8Array;
  /** The position in the trace at which the record is complete. */
  readonly end: number;
}

const kinds = [undefined, 'write', 'truncate', 'remove', 'flush begin', 'flush end'] as const;
const headerBytes = 24;

/** Reads all complete records of a trace. @throws Error if it is not a trace */
export function* readTrace(bytes: Uint8Array): Generator<TraceRecord> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  let position = 0;
  while (position + headerBytes <= bytes.length) {
    const kind = kinds[view.getUint32(position, true)];
    const thread = view.getUint32(position + 4, true);
    const offset = Number(view.getBigUint64(position + 8, true));
    const pathStart = position + headerBytes;
    const dataStart = pathStart + view.getUint32(position + 16, true);
    const end = dataStart + view.getUint32(position + 20, true);
    if (kind === undefined) throw new Error(`the trace has no record at ${position}`);
    if (end > bytes.length) return;
    const path = decoder.decode(bytes.subarray(pathStart, dataStart));
    yield { kind, thread, path, offset, data: bytes.subarray(dataStart, end), end };
    position = end;
  }
}
