import { onAbort } from './on-abort.ts';

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
  const parser = new BlockParser();
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
      yield* parser.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    forget();
    close();
  }
}

/** Puts blocks together from text that comes in pieces, as the HTML standard says in section 9.2.6. */
export class BlockParser {
  #line = '';
  #endedInReturn = false;
  #id: string | undefined;
  #data: string[] = [];

  /** The blocks that are complete with this piece. What is left at the end of a stream is no block. */
  *read(piece: string): Generator<Block, void, undefined> {
    // The two characters of one line end may come in two pieces.
    const text = this.#endedInReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') this.#endedInReturn = piece.endsWith('\r');
    const lines = (this.#line + text).split(/\r\n|\r|\n/);
    this.#line = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') this.#readField(line);
      else if (this.#id !== undefined || this.#data.length > 0) yield this.#takeBlock();
    }
  }

  #readField(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') this.#data.push(value);
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
  }

  #takeBlock(): Block {
    const block = { id: this.#id, data: this.#data.join('\n') };
    this.#id = undefined;
    this.#data = [];
    return block;
  }
}
