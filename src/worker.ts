import { createStandardLog } from './lib/log.ts';
import { Channel } from './service/workers/channel.ts';
import { CommitCount } from './service/workers/commit-count.ts';
import type { AskedOfSupervisor, AskedOfWorker } from './service/workers/messages.ts';
import { Worker } from './service/workers/worker.ts';

// The entry point of a worker process. Its supervisor starts it, sends it everything it needs, and it ends with it.

const log = createStandardLog();
const prepared = Promise.withResolvers<Worker>();
let commitCount: CommitCount | undefined;

const channel = new Channel<AskedOfSupervisor, AskedOfWorker>((message) => process.send?.(message), {
  async prepare(start) {
    if (start.commitCountPath !== undefined) commitCount = new CommitCount(start.commitCountPath);
    prepared.resolve(await Worker.prepare(start, { channel, commitCount, log }));
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
  commitCount?.remove();
  process.exit(1);
});
await channel.ask('hello', null);
