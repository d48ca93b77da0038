import type { Outcome } from '../../model/outcome.ts';
import type { AnyCommand } from '../store.ts';
import { connect } from './database.ts';
import { type MaintenanceTask, runMaintenance } from './file-maintenance.ts';
import { type Job, runBatch } from './writer.ts';

declare const self: Worker;

/** The first message names the file, the last one is `close`; those between are batches and tasks. */
export type ToWriter = { open: string } | { groups: JobGroup[] } | MaintenanceTask | 'close';

/** Neighbours with the same name. Each object in a message costs the threads a third of a microsecond. */
interface JobGroup {
  readonly name: string;
  readonly inputs: unknown[];
}

/** The outcomes of a batch; if no job has failed, only their outputs. */
export type FromWriter = { outputs: unknown[] } | Outcome[];

export function packJobs(jobs: readonly Job[]): JobGroup[] {
  const groups: JobGroup[] = [];
  for (const { name, input } of jobs) {
    const group = groups.at(-1);
    if (group?.name === name) group.inputs.push(input);
    else groups.push({ name, inputs: [input] });
  }
  return groups;
}

function unpackJobs(groups: readonly JobGroup[]): Job[] {
  return groups.flatMap(({ name, inputs }) => inputs.map((input) => ({ name, input })));
}

function packOutcomes(outcomes: Outcome[]): FromWriter {
  const outputs = outcomes.flatMap((outcome) => ('output' in outcome ? [outcome.output] : []));
  return outputs.length === outcomes.length ? { outputs } : outcomes;
}

export function unpackOutcomes(message: FromWriter): Outcome[] {
  return 'outputs' in message ? message.outputs.map((output) => ({ output })) : message;
}

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
      self.postMessage(packOutcomes(await runBatch(connection, byName, unpackJobs(data.groups))));
    }
  };
}
