import { createLog, type Log } from './log.ts';

/**
 * The log of this process, on standard error: plain lines at a terminal, JSON lines elsewhere. A reader of the output
 * that goes away, such as `head`, is no reason to stop.
 */
export function createStandardLog(): Log {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return createLog((line) => process.stderr.write(line), process.stderr.isTTY ? 'plain' : 'json', Date.now);
}
