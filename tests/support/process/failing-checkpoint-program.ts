import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../../src/lib/log.ts';
import { insertIfAbsent } from '../../../src/record/settings/stored-rules.ts';
import { startFileMaintenance } from '../../../src/store/jobs.ts';
import { openStore } from '../open-store.ts';
import { until } from '../until.ts';

/** Writes while checkpoints fail, and waits until they succeed again. Prints what is logged. */
export const failingCheckpointProgram = import.meta.path;

if (import.meta.main) {
  const { DATABASE_URL: url = '', DISK_FAULTS: faults = '' } = process.env;
  const flag = join(faults, 'fail-flush');
  const lines: string[] = [];
  const store = await openStore(url);
  const { file } = store;
  if (file === undefined) throw new Error('the database is not a file');
  const log = createLog((line) => void lines.push(line.trim()), 'plain', Date.now);

  writeFileSync(flag, 'petstore.db');
  await store.write(insertIfAbsent, { name: 'first', proposal: '' });
  const job = startFileMaintenance({ file, log, intervalMs: 5, checkpointBytes: 0 });
  await until('a failure', () => lines.length > 0);
  await store.write(insertIfAbsent, { name: 'second', proposal: '' });
  lines.push(`written, failures: ${file.checkpointFailures > 0}`);
  rmSync(flag);
  await until('success', () => lines.length > 2);
  await job.stop();
  await store.close();
  process.stdout.write(`${lines.join('\n')}\n`);
}
