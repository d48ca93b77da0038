import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import type { JobContext } from '../../store/jobs.ts';
import { findToUndo } from './sql.ts';
import { undoImports } from './undo-rules.ts';

const undoIntervalMs = 500;
/** Animals that one transaction takes back: some milliseconds, for which other writes wait on SQLite. */
const undoneAtOnce = 25;

/** Takes back imports, where the last step of an earlier run has ended. Without one a run costs a look into an index. */
export function startImportUndo({ store, log, clock }: JobContext, intervalMs = undoIntervalMs): PeriodicJob {
  const run = async (signal: AbortSignal) => {
    if ((await findToUndo(store.reader)) === undefined) return;
    while (!signal.aborted && (await store.write(undoImports, { now: BigInt(clock()), limit: undoneAtOnce })));
  };
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not take back an import' });
}
