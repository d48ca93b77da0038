import { toError } from '../errors/outcome.ts';
import { ServiceError } from '../errors/service-error.ts';
import { nextTurn } from '../lib/next-tick.ts';
import type { ProcessedImage } from './decode-image.ts';
import { FrameReader, frameHeader, tooCostlyCode } from './decoder-frames.ts';
import type { DecoderResponse } from './serve-images.ts';

const defaultTimes = {
  /** How long an idle process is kept: it holds a hundred megabytes and more, which only its end gives back. */
  idleMs: 10_000,
  /** Many times as long as 50 million pixels take, because other programs may keep the processor busy. */
  limitMs: 120_000,
};
/** A pipe takes as much at once. */
const partBytes = 65_536;
/**
 * Nothing of the service's. The allocator keeps freed memory for the next image, which saves a twentieth of the time, and
 * the runtime sends nobody a report of a crash.
 */
const variables = { MIMALLOC_PURGE_DELAY: '-1', DO_NOT_TRACK: '1', BUN_ENABLE_CRASH_REPORTING: '0' };
/** How a process ends because of its image. */
const faults = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGABRT', 'SIGTRAP', 'SIGFPE', `exit code ${tooCostlyCode}`];

/**
 * Processes images in a process of its own, one at a time, which the first image starts. It has a lower priority than the
 * service and nothing of its environment, and an image that makes it crash ends nothing else. It is no sandbox: it runs as
 * the same user. The thread pool of the runtime also does what requests wait for, cannot have a low priority, and keeps the
 * memory that it has once used for decoding. The nice value is 10: with 19 a busy machine would give it a hundredth of a core.
 */
export class ImageDecoder {
  readonly #command: readonly string[];
  readonly #times: typeof defaultTimes;
  #running: DecoderProcess | undefined;
  #idleTimer: Timer | undefined;

  /** @param command starts a program that calls `serveImages` */
  constructor(command: readonly string[], times: Partial<typeof defaultTimes> = {}) {
    this.#command = command;
    this.#times = { ...defaultTimes, ...times };
  }

  /** The process, while there is one. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /**
   * @param signal ends the process, and rejects with its reason
   * @throws ServiceError `unsupported_media_type`, `image_too_large`, `invalid_image`, `unavailable`
   */
  async decode(bytes: Uint8Array, signal?: AbortSignal): Promise<ProcessedImage> {
    signal?.throwIfAborted();
    clearTimeout(this.#idleTimer);
    const running = this.#running ?? this.#start();
    const abandon = () => running.kill();
    signal?.addEventListener('abort', abandon);
    try {
      return await running.decode(bytes, this.#times.limitMs);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', abandon);
      this.#idleTimer = setTimeout(() => this.end(), this.#times.idleMs).unref();
    }
  }

  /** Ends the idle process. The next image starts another one. */
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
  readonly #program: Bun.Subprocess<'pipe', 'pipe', 'inherit'>;
  readonly #responses: FrameReader;
  /** Whether it has the whole image. Before, it can only fail for reasons of its own. */
  #hasImage = false;

  /** @throws ServiceError `unavailable` when the system has no room for a process more */
  constructor(command: readonly string[]) {
    const ended = Promise.withResolvers<string>();
    this.ended = ended.promise;
    try {
      this.#program = Bun.spawn([...command], {
        env: variables,
        // For the operator: what the runtime says about a crash.
        stdio: ['pipe', 'pipe', 'inherit'],
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
  async decode(bytes: Uint8Array, limitMs: number): Promise<ProcessedImage> {
    let isTooLate = false;
    using _timer = setTimeout(() => {
      isTooLate = true;
      this.kill();
    }, limitMs);
    try {
      const { response, files } = await this.#exchange(bytes);
      if (!('image' in response)) throw toError(response);
      const { fileNames, ...image } = response.image;
      return { ...image, files: fileNames.map((name, index) => ({ name, bytes: files[index] ?? new Uint8Array() })) };
    } catch (error) {
      if (!(error instanceof BrokenExchange)) throw error;
      this.kill();
      const how = await this.ended;
      const what = isTooLate ? `did not respond within ${limitMs} ms` : `ended: ${how}`;
      const cause = new Error(`the decoder of images ${what}`, { cause: error });
      throw this.#hasImage && (isTooLate || faults.includes(how)) ? undecodable(cause) : unavailable(cause);
    }
  }

  end(): void {
    // One that has ended already may refuse it.
    Promise.try(() => this.#program.stdin.end()).catch(() => undefined);
  }

  kill(): void {
    this.#program.kill('SIGKILL');
  }

  /** @throws BrokenExchange */
  async #exchange(bytes: Uint8Array): Promise<{ response: DecoderResponse; files: readonly Uint8Array[] }> {
    try {
      this.#hasImage = false;
      await this.#send(bytes);
      this.#hasImage = true;
      const response: DecoderResponse = JSON.parse((await this.#read()).toString());
      const files: Uint8Array[] = [];
      for (const _ of 'image' in response ? response.image.fileNames : []) files.push(await this.#read());
      return { response, files };
    } catch (cause) {
      throw new BrokenExchange('the pipes of the decoder failed', { cause });
    }
  }

  /** In parts, which need no copy of a large image, and between which requests are served. */
  async #send(frame: Uint8Array): Promise<void> {
    const { stdin } = this.#program;
    // Every promise is awaited: a rejected one that nobody awaits would end the service.
    await stdin.write(frameHeader(frame.length));
    for (let start = 0; start < frame.length; start += partBytes) {
      await stdin.write(frame.subarray(start, start + partBytes));
      await stdin.flush();
      await nextTurn();
    }
    await stdin.flush();
  }

  async #read(): Promise<Buffer> {
    const frame = await this.#responses.read();
    if (frame === undefined) throw new Error('the output has ended');
    return frame;
  }
}

/** The pipes of a process that has ended fail in ways that say less than how it ended. */
class BrokenExchange extends Error {
  override readonly name = 'BrokenExchange';
}

function undecodable(cause: Error): ServiceError {
  return new ServiceError('invalid_image', 'The image cannot be decoded. Nothing was changed.', { cause });
}

function unavailable(cause: unknown): ServiceError {
  const message = 'The decoder of images is not available. Nothing was changed; try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}
