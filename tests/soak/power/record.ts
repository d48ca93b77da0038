import { mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../cli/demo/seeded-random.ts';
import { fileDatabase } from '../../support/engines.ts';
import { diskLibrary } from '../../support/faults/disk.ts';
import { ServiceNode } from '../../support/process/node.ts';
import { Recorder } from '../history/history.ts';
import { type Load, sizeInFiles, startLoad } from '../load/load.ts';
import type { Recording } from './replay.ts';

export interface RecordOptions {
  readonly folder: string;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly workers: number;
  /** Waits while clients work. */
  during(load: Load): Promise<void>;
}

/** Runs a service under load, and records everything that it writes to its file. */
export async function record({ folder, random, signal, workers, during }: RecordOptions): Promise<Recording> {
  // A folder of its own: what is written there is traced.
  const data = join(realpathSync(folder), 'data');
  mkdirSync(data);
  const path = join(data, 'petstore.db');
  const trace = join(folder, 'trace');
  writeFileSync(trace, '');
  const env = {
    LD_PRELOAD: diskLibrary(),
    DISK_TRACE: trace,
    DISK_TRACE_FOLDER: data,
    PETSTORE_WORKERS: String(workers),
  };
  const node = await ServiceNode.start({ database: fileDatabase(path), signal, env });
  const recorder = new Recorder(() => statSync(trace).size);
  const load = startLoad([node], random.fork('load'), recorder, sizeInFiles);
  await during(load);
  const history = await load.stop();
  // A clean stop also copies the log into the database, and removes it.
  await node.kill(random.chance(0.5) ? 'SIGTERM' : 'SIGKILL');
  return { path, trace: await Bun.file(trace).bytes(), history };
}
