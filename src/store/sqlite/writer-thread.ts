import type { Outcome } from '../../errors/outcome.ts';
import { describeError } from '../../lib/errors.ts';
import { statement } from '../statement.ts';
import type { AnyCommand } from '../store.ts';
import { type FileConnection, openConnection } from './database.ts';
import { FilesGone } from './failures.ts';
import { type MaintenanceTask, runMaintenance } from './file-maintenance.ts';
import type { OpenFiles } from './open-files.ts';
import { type Job, requireInPlace, runBatch, saveLog } from './writer.ts';

declare const self: Worker;

/** The first message has the files, the last one is `close`; those between are batches and tasks. */
export type ToWriter = { open: OpenFiles } | Batch | MaintenanceTask | 'close';

interface Batch {
  readonly groups: JobGroup[];
  /** Whether to tell if rows were changed. */
  readonly watchesChanges: boolean;
}

/** Neighbours with the same name. Each object in a message costs the threads a third of a microsecond. */
interface JobGroup {
  readonly name: string;
  readonly inputs: unknown[];
}

/** The outcomes of a batch; if no job has failed, only their outputs. The first and the last message have none. */
export type FromWriter = BatchResult | { outputs: unknown[]; hasChanged: boolean } | 'open' | 'closed';

export interface BatchResult {
  readonly outcomes: readonly Outcome[];
  /** Whether rows were changed, where that is watched: otherwise nothing was flushed. */
  readonly hasChanged: boolean;
  readonly isDamaged: boolean;
}

/** Of this connection, since it was opened. */
const countChanges = statement<readonly [count: bigint]>('SELECT total_changes()');

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

function packOutcomes(outcomes: Outcome[], hasChanged: boolean, isDamaged: boolean): FromWriter {
  const outputs = outcomes.flatMap((outcome) => ('output' in outcome ? [outcome.output] : []));
  return outputs.length === outcomes.length ? { outputs, hasChanged } : { outcomes, hasChanged, isDamaged };
}

export function unpackOutcomes(message: FromWriter): BatchResult {
  if (typeof message === 'string') return { outcomes: [], hasChanged: false, isDamaged: false };
  if ('outcomes' in message) return message;
  const outcomes = message.outputs.map((output) => ({ output }));
  return { outcomes, hasChanged: message.hasChanged, isDamaged: false };
}

/**
 * Returns the function that handles the messages of the queue. It responds to each batch with the outcomes in the order of the
 * jobs, and to a task as to a batch of one.
 */
function createWriter(
  commands: ReadonlyMap<string, AnyCommand>,
  respond: (message: FromWriter) => void,
): (message: ToWriter) => Promise<void> {
  let connection: FileConnection | undefined;
  let isDamaged = false;
  return async (message) => {
    if (message === 'close') {
      if (connection !== undefined && !isDamaged) await saveGoneLog(connection);
      connection?.close();
      respond('closed');
    } else if ('open' in message) {
      const onDamage = () => {
        isDamaged = true;
      };
      connection = openConnection(message.open.paths[0], 'write', onDamage, message.open);
      // `beginWriting` waits for the lock.
      connection.execute('PRAGMA busy_timeout = 0');
      respond('open');
    } else if (connection === undefined) {
      throw new Error('no file is open');
    } else if ('task' in message) {
      respond(packOutcomes([runMaintenance(connection, message)], false, isDamaged));
    } else {
      const { groups, watchesChanges } = message;
      const changesBefore = watchesChanges && totalChanges(connection);
      const outcomes = await runBatch(connection, commands, unpackJobs(groups));
      const hasChanged = watchesChanges && totalChanges(connection) !== changesBefore;
      respond(packOutcomes(outcomes, hasChanged, isDamaged));
    }
  };
}

/** Nobody else can, as soon as this process has ended. Other processes may read what was before it for a while. */
async function saveGoneLog(connection: FileConnection): Promise<void> {
  try {
    requireInPlace(connection);
  } catch (error) {
    const deadline = performance.now() + saveTimeoutMs;
    while (error instanceof FilesGone && !saveLog(connection) && performance.now() < deadline) {
      await Bun.sleep(saveRetryMs);
    }
  }
}

const saveTimeoutMs = 20_000;
const saveRetryMs = 20;

function totalChanges(connection: FileConnection): bigint | undefined {
  return connection.query(countChanges, [])[0]?.[0];
}

export function serveWrites(commands: readonly AnyCommand[]): void {
  const byName = new Map(commands.map((command) => [command.name, command]));
  const handle = createWriter(byName, (message) => self.postMessage(message));
  self.onmessage = ({ data }: MessageEvent<ToWriter>) => handle(data);
}

export interface WriterEvents {
  onMessage(message: FromWriter): void;
  onFailure(message: string): void;
}

export interface Writer {
  post(message: ToWriter): void;
  terminate(): void;
}

export function startWriterThread(script: string, events: WriterEvents): Writer {
  const worker = new Worker(script);
  worker.onmessage = ({ data }: MessageEvent<FromWriter>) => events.onMessage(data);
  worker.onerror = ({ message }) => events.onFailure(describeError(message));
  worker.addEventListener('close', () => events.onFailure('it has ended'));
  return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
}

/** Starts a writer in this thread, whose reads then wait for writes. It knows the commands that are added to `commands`. */
export function startInlineWriter(commands: ReadonlyMap<string, AnyCommand>, events: WriterEvents): Writer {
  const handle = createWriter(commands, (message) => events.onMessage(message));
  const post = (message: ToWriter) => void handle(message).catch((error: Error) => events.onFailure(error.message));
  return { post, terminate: () => undefined };
}
