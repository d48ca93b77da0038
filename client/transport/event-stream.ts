import { onAbort } from './retry.ts';

/** One block of server-sent events. */
export interface Block {
  /** The position that is reached with it, if it names one. */
  id: string | undefined;
  /** Empty where it brings nothing but a position. */
  data: string;
}

export interface ReadBlocksOptions {
  /** Ends the stream when nothing at all has come for so long. */
  silenceMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Reads the blocks of a stream to its end, whether the server ends it, the connection breaks, or nothing comes for too
 * long: all these mean that it is to be asked for again. Closes the connection, also when it is left before.
 * @throws the reason of the signal as soon as it is aborted
 */
export async function* readBlocks(
  body: ReadableStream<Uint8Array>,
  { silenceMs, signal }: ReadBlocksOptions,
): AsyncGenerator<Block, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const splitter = new BlockSplitter();
  // To cancel ends a read that is under way as the end of the stream does.
  const close = () => void reader.cancel().catch(() => {});
  const forget = onAbort(signal, close);
  try {
    signal?.throwIfAborted();
    for (;;) {
      const timer = setTimeout(close, silenceMs);
      const { value } = await reader
        .read()
        .catch(() => ({ value: undefined }))
        .finally(() => clearTimeout(timer));
      signal?.throwIfAborted();
      if (value === undefined) return;
      for (const lines of splitter.read(decoder.decode(value, { stream: true }))) {
        const block = parseBlock(lines);
        if (block !== undefined) yield block;
      }
    }
  } finally {
    forget();
    close();
  }
}

/** Puts the lines of each block together from text that comes in pieces, as the HTML standard says in section 9.2.6. */
export class BlockSplitter {
  #line = '';
  #endedInReturn = false;
  #lines: string[] = [];

  /** The blocks that are complete with this piece. What is left at the end of a stream is no block. */
  *read(piece: string): Generator<readonly string[], void, undefined> {
    // The two characters of one line end may come in two pieces.
    const text = this.#endedInReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') this.#endedInReturn = piece.endsWith('\r');
    const lines = (this.#line + text).split(/\r\n|\r|\n/);
    this.#line = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') this.#lines.push(line);
      else if (this.#lines.length > 0) yield this.#lines.splice(0);
    }
  }
}

/** `undefined` for a block that has neither a position nor data. */
export function parseBlock(lines: readonly string[]): Block | undefined {
  const data: string[] = [];
  let id: string | undefined;
  for (const line of lines) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  return id === undefined && data.length === 0 ? undefined : { id, data: data.join('\n') };
}
