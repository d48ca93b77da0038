import { dlopen } from 'bun:ffi';
import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type Outcome, toOutcome } from '../api/outcome.ts';
import { FrameReader, frameHeader, tooCostlyCode } from './decoder-frames.ts';
import { type ProcessedImage, processImage } from './image.ts';

/** Several times what 50 million pixels take on a slow processor. Waiting for a busy one does not count. */
const defaultProcessorMs = 20_000;
const watchIntervalMs = 200;
const niceValue = constants.priority.PRIORITY_BELOW_NORMAL;
/** Longer than the usual 1 to 3 ms. The system may let a thread run for as long before another one that waits. */
const sliceNs = 10_000_000n;
/** From linux/sched.h: `SCHED_FLAG_KEEP_POLICY`. */
const keepPolicy = 8;

/** What a decoder says about an image before it sends the bytes of its files, a frame each. */
export type DecoderResponse =
  | { image: Omit<ProcessedImage, 'files'> & { fileNames: readonly string[] } }
  | Exclude<Outcome, { output: unknown }>;

/**
 * Processes the images that arrive on the standard input, one after another, until it ends. A request has two frames: the
 * media type, and the image.
 */
export async function serveImages(maxProcessorMs = defaultProcessorMs, intervalMs = watchIntervalMs): Promise<void> {
  yieldToRequests();
  // A terminal sends them to all processes of a program, and the service finishes what it has begun.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const requests = new FrameReader(Bun.stdin.stream());
  const output = Bun.stdout.writer();
  for (;;) {
    const mediaType = await requests.read();
    const bytes = await requests.read();
    if (mediaType === undefined || bytes === undefined) return;
    const { response, files } = await watch(respond(bytes, mediaType.toString()), maxProcessorMs, intervalMs);
    for (const frame of [Buffer.from(JSON.stringify(response)), ...files]) {
      output.write(frameHeader(frame.length));
      output.write(frame);
    }
    await output.flush();
  }
}

/** Ends this process when an image takes too much of the processor's time, or when the service has ended. */
async function watch<Result>(work: Promise<Result>, maxProcessorMs: number, intervalMs: number): Promise<Result> {
  const [service, before] = [process.ppid, process.cpuUsage()];
  using _timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 > maxProcessorMs) process.exit(tooCostlyCode);
    if (process.ppid !== service) process.exit(1);
  }, intervalMs);
  return await work;
}

async function respond(
  bytes: Uint8Array,
  mediaType: string,
): Promise<{ response: DecoderResponse; files: readonly Uint8Array[] }> {
  try {
    const { files, ...image } = await processImage(bytes, mediaType);
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
  for (const attempt of [lowerPriority, giveWayAtOnce, endFirst]) {
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
      setPriority(thread, niceValue);
    } catch {
      // It has just ended.
    }
  }
}

/**
 * Asks for longer slices than those of the service (`sched_setattr`, Linux 6.12; older ones ignore it): a thread with a shorter one
 * that wakes up, and has not had more than its share, runs at once, and not after the next tick of the scheduler.
 */
function giveWayAtOnce(): void {
  const callNumber = { x64: 314, arm64: 274 }[process.arch as string];
  if (process.platform !== 'linux' || callNumber === undefined) return;
  const library = dlopen('libc.so.6', { syscall: { args: ['i64', 'i32', 'ptr', 'u32'], returns: 'i64' } });
  const attributes = Buffer.alloc(48);
  attributes.writeUInt32LE(attributes.length);
  attributes.writeUInt32LE(keepPolicy, 8);
  attributes.writeInt32LE(niceValue, 16);
  attributes.writeBigUInt64LE(sliceNs, 24);
  for (const thread of threads()) library.symbols.syscall(callNumber, thread, attributes, 0);
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
