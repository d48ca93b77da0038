import { canShareAPort } from '../../support/process/workers.ts';
import { type OpenSystem, runRounds } from '../rounds.ts';
import { SoakNode } from '../system/node.ts';
import { workerFaults } from '../system/process-faults.ts';
import { sqliteFile } from '../system/sqlite-file.ts';
import type { Trial } from '../trial.ts';

const open: OpenSystem = async ({ folder, signal }) => {
  const database = sqliteFile(folder);
  const node = await SoakNode.start({ database, folder, signal, env: { PETSTORE_WORKERS: '3' } });
  return { nodes: [node], databaseUrl: () => database.url, faults: workerFaults(node), close: database.remove };
};

export const sqliteWorkers: Trial = {
  name: 'sqlite-workers',
  group: 'kills',
  engine: 'sqlite',
  description: 'three workers and their supervisor are killed and halted',
  findObstacle: () => (canShareAPort ? undefined : 'workers share a port on Linux only'),
  run: (context) => runRounds(context, open),
};
