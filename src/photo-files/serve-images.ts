import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type Outcome, toOutcome } from '../errors/outcome.ts';
import { type ProcessedImage, processImage } from './decode-image.ts';
import { FrameReader, frameHeader, tooCostlyCode } from './decoder-frames.ts';

/** Several times what 50 million pixels take on a slow processor. Waiting for a busy one does not count. */
const defaultLimits = {
  processorMs: 20_000,
  /** Not of addresses, of which the runtime reserves 10 GiB for itself. */
  memoryBytes: 1_073_741_824,
  intervalMs: 200,
};

/** What a decoder says about an image before it sends the bytes of its files, a frame each. */
export type DecoderResponse =
  | { image: Omit<ProcessedImage, 'files'> & { fileNames: readonly string[] } }
  | Exclude<Outcome, { output: unknown }>;

/**
 * Processes the images that arrive on the standard input, one after another, until it ends. A request is one frame.
 */
export async function serveImages(limits: Partial<typeof defaultLimits> = {}): Promise<void> {
  yieldToRequests();
  // A terminal sends them to all processes of a program, and the service finishes what it has begun.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const requests = new FrameReader(Bun.stdin.stream());
  const output = Bun.stdout.writer();
  for (;;) {
    const bytes = await requests.read();
    if (bytes === undefined) return;
    const { response, files } = await watch(respond(bytes), { ...defaultLimits, ...limits });
    for (const frame of [Buffer.from(JSON.stringify(response)), ...files]) {
      output.write(frameHeader(frame.length));
      output.write(frame);
    }
    await output.flush();
  }
}

/** Ends this process when an image takes too much of the processor's time or of memory, or when the service has ended. */
async function watch<Result>(work: Promise<Result>, limits: typeof defaultLimits): Promise<Result> {
  const [service, before] = [process.ppid, process.cpuUsage()];
  using _timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isTooLarge = process.memoryUsage.rss() > limits.memoryBytes;
    if (isTooLarge || (user + system) / 1_000 > limits.processorMs) process.exit(tooCostlyCode);
    if (process.ppid !== service) process.exit(1);
  }, limits.intervalMs);
  return await work;
}

async function respond(bytes: Uint8Array): Promise<{ response: DecoderResponse; files: readonly Uint8Array[] }> {
  try {
    const { files, ...image } = await processImage(bytes);
    return {
      response: { image: { ...image, fileNames: files.map(({ name }) => name) } },
      files: files.map((file) => file.bytes),
    };
  } catch (error) {
    return { response: toOutcome(error), files: [] };
  }
}

/** Gives requests the processor first, and on Linux also the memory. */
function yieldToRequests(): void {
  for (const attempt of [lowerPriority, endFirst]) {
    try {
      attempt();
    } catch {
      // The system has no such thing, or does not permit it. Images can be decoded all the same.
    }
  }
}

/** On Linux each thread has a priority of its own, and those that it starts inherit it. */
function lowerPriority(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has just ended.
    }
  }
}

/** Those of this process, also those that are started meanwhile by a thread that was not changed yet. */
function* threads(): Generator<number> {
  const known = new Set<number>();
  const list = () => (process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]);
  for (let more = list(); more.length > 0; more = list().filter((thread) => !known.has(thread))) {
    for (const thread of more) {
      known.add(thread);
      yield thread;
    }
  }
}

/** When memory runs out, Linux ends this process, and not the service. */
function endFirst(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
}
