import type { Config } from '../../config/config.ts';
import type { Log } from '../../lib/log.ts';
import { workerScript } from '../../lib/program-files.ts';
import { sqlitePath } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { reserveAddress } from '../http-server.ts';
import { CommitCount } from './commit-count.ts';
import { Supervisor } from './supervisor.ts';
import { createAnswers } from './supervisor-handlers.ts';
import { Totals } from './totals.ts';

export interface SuperviseOptions {
  config: Config;
  store: Store;
  log: Log;
  cursorSecret: string;
}

/** Starts workers that answer requests at one port; this process answers none. @throws StartError */
export async function supervise({ config, store, log, cursorSecret }: SuperviseOptions) {
  const held = reserveAddress(config, log);
  const commitCount = sqlitePath(config.databaseUrl) === undefined ? undefined : CommitCount.make();
  process.on('exit', () => commitCount?.remove());
  const totals = new Totals();
  const supervisor = new Supervisor({
    script: workerScript,
    start: { config: { ...config, port: held.port }, cursorSecret, commitCountPath: commitCount?.path },
    answers: createAnswers({ store, commitCount, totals, rateLimit: config.rateLimit }),
    totals,
    log,
  });
  try {
    await supervisor.prepare();
    await held.release();
    await supervisor.listen();
  } catch (error) {
    await supervisor.end();
    await held.release();
    throw error;
  }
  return {
    address: held.address,
    open: () => supervisor.open(),
    drain: () => supervisor.drain(),
    end: () => supervisor.end(),
  };
}
