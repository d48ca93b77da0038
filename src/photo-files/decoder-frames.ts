/** The exit code of a decoder whose image takes too much processor time. */
export const tooCostlyCode = 3;

const lengthBytes = 4;
/** More than the largest image takes, or the largest file that is made of one. */
const maxFrameBytes = 64_000_000;

/** What goes before the content of a frame. */
export function frameHeader(sizeBytes: number): Uint8Array {
  const header = new Uint8Array(lengthBytes);
  new DataView(header.buffer).setUint32(0, sizeBytes);
  return header;
}

/** Reads frames from a pipe: a length of 4 bytes, big-endian, and as many bytes. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next frame; `undefined` at the end of the pipe, also within a frame. */
  async read(): Promise<Buffer | undefined> {
    const length = (await this.#take(lengthBytes))?.readUInt32BE();
    if (length === undefined) return undefined;
    if (length > maxFrameBytes) throw new Error(`a frame of ${length} bytes is too long`);
    return await this.#take(length);
  }

  async #take(size: number): Promise<Buffer | undefined> {
    const taken = Buffer.allocUnsafe(size);
    let filled = 0;
    while (filled < size) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) return undefined;
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, size - filled);
      taken.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return taken;
  }
}
