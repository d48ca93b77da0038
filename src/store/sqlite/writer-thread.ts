import type { AnyCommand } from '../store.ts';
import { connect } from './database.ts';
import { type MaintenanceTask, runMaintenance } from './file-maintenance.ts';
import { type Job, runBatch } from './writer.ts';

declare const self: Worker;

/** The first message names the file, the last one is `close`; those between are batches and tasks. */
export type ToWriter = { open: string } | { jobs: Job[] } | MaintenanceTask | 'close';

/**
 * The main function of the writer thread. It responds to each batch with the outcomes in the order of the jobs, and to a
 * task as to a batch of one.
 */
export function serveWrites(commands: readonly AnyCommand[]): void {
  const byName = new Map(commands.map((command) => [command.name, command]));
  let connection: ReturnType<typeof connect> | undefined;

  self.onmessage = async ({ data }: MessageEvent<ToWriter>) => {
    if (data === 'close') {
      connection?.close();
      self.postMessage('closed');
    } else if ('open' in data) {
      connection = connect(data.open, 'write');
      // `beginWriting` waits for the lock.
      connection.execute('PRAGMA busy_timeout = 0');
      self.postMessage('open');
    } else if (connection === undefined) {
      throw new Error('no file is open');
    } else if ('task' in data) {
      self.postMessage([runMaintenance(connection, data)]);
    } else {
      self.postMessage(await runBatch(connection, byName, data.jobs));
    }
  };
}
