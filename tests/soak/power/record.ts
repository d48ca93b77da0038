import { realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../src/lib/seeded-random.ts';
import { compilePreload } from '../../support/faults/preload.ts';
import { Recorder } from '../history/history.ts';
import { type Load, startLoad } from '../load/load.ts';
import { SoakNode } from '../system/node.ts';
import { sqliteFile } from '../system/sqlite-file.ts';
import type { Recording } from './replay.ts';
import { diskTraceSource } from './trace.ts';

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
  const database = sqliteFile(realpathSync(folder));
  const trace = join(folder, 'trace');
  writeFileSync(trace, '');
  const env = {
    LD_PRELOAD: compilePreload(diskTraceSource, join(folder, 'disk-trace.so')),
    DISK_TRACE: trace,
    DISK_TRACE_FOLDER: database.folder,
    PETSTORE_WORKERS: String(workers),
  };
  const node = await SoakNode.start({ database, folder, signal, env });
  const recorder = new Recorder(() => statSync(trace).size);
  const load = startLoad([node], random.fork('load'), recorder);
  await during(load);
  const history = await load.stop();
  // A clean stop also copies the log into the database, and removes it.
  await node.kill(random.chance(0.5) ? 'SIGTERM' : 'SIGKILL');
  return { path: database.path, trace: await Bun.file(trace).bytes(), history };
}
