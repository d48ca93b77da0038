import { rateLimitMemoryBytes } from '../../http/auth/rate-limit.ts';
import { workerCommand } from '../../lib/system/program-files.ts';
import { type HttpServerOptions, reserveAddress } from '../listening/http-server.ts';
import { measureStore } from '../metrics.ts';
import { elsewhere } from './messages.ts';
import { makeSharedMemory } from './shared-memory.ts';
import { Supervisor } from './supervisor.ts';
import { Totals } from './totals.ts';

type SuperviseOptions = Required<Omit<HttpServerOptions, 'clock' | 'timeZone' | 'shared'>>;

/** Starts workers that answer requests at one port; this process answers none. @throws StartError */
export async function supervise({ config, store, log, cursorSecret, measureDatabase }: SuperviseOptions) {
  const reserved = reserveAddress(config, log);
  const totals = new Totals();
  const findings = () => ({
    isDamaged: store.file?.isDamaged === true,
    haveAssertionsFailed: store.assertions.haveFailed,
  });
  const supervisor = new Supervisor({
    address: reserved.address,
    command: workerCommand,
    start: {
      config: { ...config, port: reserved.port, presetApiKey: undefined },
      cursorSecret,
      fileId: store.file?.id,
      // Asked at the start of each worker.
      get findings() {
        return findings();
      },
    },
    rateLimitMemory: makeSharedMemory(rateLimitMemoryBytes),
    handlers: (worker) => ({
      report(measured) {
        totals.note(worker, measured);
        if (measured['petstore_database_damaged'] === 1) store.file?.noteDamage();
        if (measured['petstore_assertion_failed'] === 1) store.assertions.fail(elsewhere);
        return findings();
      },
      measureAll: () => totals.measureAll({ ...measureStore(store), ...measureDatabase() }),
    }),
    totals,
    log,
  });
  try {
    await supervisor.prepare();
    await reserved.release();
    await supervisor.listen();
  } catch (error) {
    await supervisor.end();
    await reserved.release();
    throw error;
  }
  return supervisor;
}
