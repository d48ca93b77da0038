import { startImportUndo } from '../animals/imports/jobs.ts';
import { defersIndexes } from '../animals/pets/index-sql.ts';
import { startIndexing } from '../animals/pets/jobs.ts';
import { startPhotoRemoval } from '../animals/photos/jobs.ts';
import { startCompletingOlderData } from '../animals/profiles/jobs.ts';
import { startRetention } from '../catalogue/retention.ts';
import { startOrderExpiry } from '../homes/orders/jobs.ts';
import type { PeriodicJob } from '../lib/periodic-job.ts';
import { startWebhookDispatcher } from '../notify/webhooks/jobs.ts';
import { PhotoKeys } from '../photo-files/photo-key.ts';
import { startEventSequencing } from '../record/events/jobs.ts';
import { startFileMaintenance, startWriterCheck } from '../store/jobs.ts';
import type { Common } from './api.ts';
import { openPhotoStore } from './photo-storage.ts';

/** Starts what runs at intervals, on one process of a node. */
export function startBackgroundJobs({ config, cursorSecret, ...context }: Omit<Common, 'timeZone'>): PeriodicJob {
  const { store, log } = context;
  const files = openPhotoStore(config.media);
  const jobs = [
    startRetention({ ...context, ...config }),
    startEventSequencing(store, log),
    defersIndexes(store.reader) ? startIndexing(store, log) : undefined,
    startCompletingOlderData(store, log),
    startImportUndo(context),
    startOrderExpiry(context),
    startWebhookDispatcher({ ...context, reachesPrivateAddresses: config.reachesPrivateAddresses }),
    store.file && startFileMaintenance({ file: store.file, log }),
    files && startPhotoRemoval({ ...context, files, keys: new PhotoKeys(cursorSecret) }),
  ];
  const stopJobs = async () => {
    await Promise.all(jobs.map((job) => job?.stop()));
  };
  const writerCheck = startWriterCheck(store, log, stopJobs);
  return {
    async stop() {
      await writerCheck.stop();
      await stopJobs();
    },
  };
}
