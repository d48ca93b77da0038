import { nextTurn } from '../lib/next-tick.ts';
import { ServiceError } from '../model/errors.ts';
import { toError } from '../model/outcome.ts';
import { FrameReader, frameLength } from './decoder-frames.ts';
import type { DecoderResponse } from './decoder-process.ts';
import type { ProcessedImage } from './image.ts';

/** How long an idle process is kept: it holds a hundred megabytes and more, which only its end gives back. */
const defaultIdleMs = 10_000;
/** Enough for 50 million pixels while other programs keep the processor busy. It only ends what hangs. */
const limitMs = 120_000;
/** A pipe takes as much at once. */
const partBytes = 65_536;
/** Nothing of the service's. The allocator keeps freed memory for the next image, which saves a twentieth of the time. */
const environment = { MIMALLOC_PURGE_DELAY: '-1' };
/** How a process ends by a fault of its own. */
const faults: readonly unknown[] = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGABRT', 'SIGTRAP', 'SIGFPE'];

/**
 * Processes images in a process of its own, one at a time. That has a lower priority than the service and none of its
 * secrets, and an image that makes it crash ends nothing else. It is started with the first image.
 */
export class ImageDecoder {
  readonly #command: readonly string[];
  readonly #idleMs: number;
  #running: DecoderProcess | undefined;
  #idleTimer: Timer | undefined;

  /** @param command starts a program that calls `serveImages` */
  constructor(command: readonly string[], idleMs = defaultIdleMs) {
    this.#command = command;
    this.#idleMs = idleMs;
  }

  /** The process, while there is one. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** @throws ServiceError `unsupported_media_type`, `image_too_large`, `invalid_image`, `unavailable` */
  async decode(bytes: Uint8Array, mediaType: string): Promise<ProcessedImage> {
    clearTimeout(this.#idleTimer);
    const running = this.#running ?? this.#start();
    const timer = setTimeout(() => running.kill(), limitMs);
    try {
      return await running.decode(bytes, mediaType);
    } finally {
      clearTimeout(timer);
      this.#idleTimer = setTimeout(() => this.end(), this.#idleMs).unref();
    }
  }

  /** Ends the process after the image that it has. The next image starts another one. */
  end(): void {
    this.#running?.end();
    this.#running = undefined;
  }

  /** @throws ServiceError `unavailable` */
  #start(): DecoderProcess {
    const running = new DecoderProcess(this.#command);
    this.#running = running;
    void running.ended.then(() => {
      if (this.#running === running) this.#running = undefined;
    });
    return running;
  }
}

class DecoderProcess {
  /** How it ended, such as `SIGKILL` or `exit code 1`. */
  readonly ended: Promise<string>;
  readonly #program: Bun.Subprocess<'pipe', 'pipe', 'ignore'>;
  readonly #responses: FrameReader;

  /** @throws ServiceError `unavailable` when the system has no room for a process more */
  constructor(command: readonly string[]) {
    const ended = Promise.withResolvers<string>();
    this.ended = ended.promise;
    try {
      this.#program = Bun.spawn([...command], {
        env: environment,
        stdio: ['pipe', 'pipe', 'ignore'],
        onExit: (_, exitCode, signal) => ended.resolve(String(signal ?? `exit code ${exitCode}`)),
      });
    } catch (cause) {
      throw unavailable(cause);
    }
    // It ends with its input, so the service need not wait for it.
    this.#program.unref();
    this.#responses = new FrameReader(this.#program.stdout);
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** @throws ServiceError `unsupported_media_type`, `image_too_large`, `invalid_image`, `unavailable` */
  async decode(bytes: Uint8Array, mediaType: string): Promise<ProcessedImage> {
    const { response, files } = await this.#exchange(bytes, mediaType).catch(async () => {
      // The pipes of a process that has ended fail in ways that say less than how it ended.
      this.kill();
      throw endedError(await this.ended);
    });
    if (!('image' in response)) throw toError(response);
    const { fileNames, ...image } = response.image;
    return { ...image, files: fileNames.map((name, index) => ({ name, bytes: files[index] ?? new Uint8Array() })) };
  }

  end(): void {
    void this.#program.stdin.end();
  }

  kill(): void {
    this.#program.kill('SIGKILL');
  }

  async #exchange(
    bytes: Uint8Array,
    mediaType: string,
  ): Promise<{ response: DecoderResponse; files: readonly Uint8Array[] }> {
    await this.#send(Buffer.from(mediaType));
    await this.#send(bytes);
    const response: DecoderResponse = JSON.parse((await this.#read()).toString());
    const files: Uint8Array[] = [];
    for (const _ of 'image' in response ? response.image.fileNames : []) files.push(await this.#read());
    return { response, files };
  }

  /** In parts, which need no copy of a large image, and between which requests are served. */
  async #send(frame: Uint8Array): Promise<void> {
    const { stdin } = this.#program;
    stdin.write(frameLength(frame.length));
    for (let start = 0; start < frame.length; start += partBytes) {
      stdin.write(frame.subarray(start, start + partBytes));
      await stdin.flush();
      await nextTurn();
    }
    await stdin.flush();
  }

  async #read(): Promise<Buffer> {
    const frame = await this.#responses.read();
    if (frame === undefined) throw new Error('the output of the decoder has ended');
    return frame;
  }
}

function endedError(how: string): ServiceError {
  const cause = new Error(`the decoder of images ended (${how})`);
  return faults.includes(how)
    ? new ServiceError('invalid_image', 'The image is damaged: the decoder failed on it. Nothing was changed.', {
        cause,
      })
    : unavailable(cause);
}

function unavailable(cause: unknown): ServiceError {
  const message = 'The decoder of images is not available. Nothing was changed; try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}
