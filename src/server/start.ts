import type { Config } from '../config/config.ts';
import type { StartError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { recordAddress, serviceAddress } from '../record/settings/stored-rules.ts';
import { openStore } from '../store/open-store.ts';
import { limitProgress } from '../store/progress.ts';
import { adviseAfterMigration } from '../store/schema.ts';
import { findSetting } from '../store/settings.ts';
import { type AdminKey, prepareAdminKey } from './admin-key.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { requireUsableClock, startServiceClock } from './clock.ts';
import { prepareCursorSecret, prepareDatabaseId } from './first-values.ts';
import { startHttpServer } from './listening/http-server.ts';
import { startDatabaseMetrics } from './metrics.ts';
import { openPhotoStore, preparePhotoStore, warnOfMissingFiles } from './photo-storage.ts';
import { runAll } from './run-all.ts';
import { followTimeZone, prepareTimeZone, type StartZone } from './shelter-zone.ts';
import { storeOptions } from './storage-monitor.ts';
import { supervise } from './workers/supervise.ts';

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly adminKey: AdminKey;
  readonly timeZone: StartZone;
  /** Resolves when it can serve no more, although nobody has stopped it. */
  readonly failed: Promise<StartError>;
  /** Accepts no new work, finishes the current work, and releases everything. */
  stop(): Promise<void>;
}

/**
 * Starts the service, step by step.
 * @param canTellKey whether the operator can be told the first key
 * @throws StorageError or StartError with a single line for the operator; then nothing is left running
 */
export async function startServer(config: Config, log: Log, canTellKey = true): Promise<RunningServer> {
  const isSingleProcess = config.workers === 1;

  // Opens the database and migrates it. Beside workers this process only runs background jobs and needs few connections.
  const store = await openStore(config.databaseUrl, {
    ...storeOptions(config, log),
    ...(!isSingleProcess && { connections: undefined }),
    onProgress: limitProgress(({ task, done, total, unit }) => log.info(task, { done, total, unit })),
    onMigrated: ({ from, to, copy }) => {
      if (from > 0) log.info('migrated the database', { from, to, copy, advice: adviseAfterMigration(from) });
    },
  });
  const undo = [() => store.close()];
  try {
    await requireUsableClock(store, Date.now());
    const clock = await startServiceClock(store, log);
    undo.unshift(() => clock.stop());
    const timeZone = await prepareTimeZone(store, config.timeZone, clock.now());
    const zone = await followTimeZone(store, log);
    undo.unshift(() => zone.stop());
    const cursorSecret = await prepareCursorSecret(store);
    const databaseId = await prepareDatabaseId(store);
    const photoStore = openPhotoStore(config.media);
    if (photoStore !== undefined) {
      await preparePhotoStore(photoStore, databaseId, config, log);
      await warnOfMissingFiles(store, photoStore, log);
    }
    // The operator's own key must work from the first response on.
    const { environment, presetApiKey: preset } = config;
    const prepareKey = () => prepareAdminKey(store, environment, { preset, canTell: canTellKey }, Date.now());
    const presetKey = preset === undefined ? undefined : await prepareKey();

    // Listens, in this process or in workers. Until `open`, /readyz fails.
    const databaseMetrics = startDatabaseMetrics({ store, databaseUrl: config.databaseUrl, log, clock: clock.now });
    undo.unshift(() => databaseMetrics.stop());
    const { measure: measureDatabase } = databaseMetrics;
    const parts = { config, store, log, clock: clock.now, timeZone: zone.current, cursorSecret, measureDatabase };
    const server = isSingleProcess ? startHttpServer(parts) : await supervise(parts);
    undo.unshift(() => server.end());

    // A generated key is shown only once, so it is not created before the address is ours.
    const adminKey = presetKey ?? (await prepareKey());
    const address = config.urls[environment] ?? server.address;
    // A service whose storage takes no writes still answers reads.
    if ((await findSetting(store.reader, serviceAddress)) !== address)
      await store.write(recordAddress, address).catch(() => undefined);
    await server.open();
    const backgroundJobs = startBackgroundJobs(parts);

    return {
      address: server.address,
      adminKey,
      timeZone,
      failed: server.failed,
      async stop() {
        const stopJobs = () => Promise.all([backgroundJobs.stop(), databaseMetrics.stop(), zone.stop()]);
        const steps = [() => server.drain(), stopJobs, () => clock.stop(), () => store.close()];
        const failure = await runAll(steps, log);
        if (failure !== undefined) throw failure;
      },
    };
  } catch (error) {
    throw await runAll(undo, log, error);
  }
}
