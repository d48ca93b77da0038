import { createStandardLog } from './lib/log.ts';
import { Channel } from './server/workers/channel.ts';
import type { SupervisorRequests, WorkerRequests } from './server/workers/messages.ts';
import { prepareWorker, type Worker } from './server/workers/worker.ts';

// The entry point of a worker process. Its supervisor starts it, sends it everything it needs, and it ends with it.

const helloTimeoutMs = 60_000;

let log = createStandardLog();
const prepared = Promise.withResolvers<Worker>();

const channel = new Channel<SupervisorRequests, WorkerRequests>((message) => process.send?.(message), {
  async prepare(start) {
    log = createStandardLog(start.config.logLevel);
    prepared.resolve(await prepareWorker(start, channel, log));
    return null;
  },
  async listen() {
    (await prepared.promise).listen();
    return null;
  },
  async open() {
    (await prepared.promise).open();
    return null;
  },
  measure: async () => (await prepared.promise).measure(),
  async drain() {
    await (await prepared.promise).stop();
    process.exit(0);
  },
});

process.on('message', (message) => channel.receive(message));
process.on('disconnect', () => {
  log.error('the supervisor has ended; this worker ends too', { pid: process.pid });
  process.exit(1);
});
await channel.request('hello', null, helloTimeoutMs);
