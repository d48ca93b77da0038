import { findPreloadObstacle } from '../../support/faults/preload.ts';
import { type OpenSystem, runRounds } from '../rounds.ts';
import { diskFaults, makeFaultyDisk } from '../system/disk-faults.ts';
import { SoakNode } from '../system/node.ts';
import { sqliteFile } from '../system/sqlite-file.ts';
import type { Trial } from '../trial.ts';

const open: OpenSystem = async ({ folder, signal, random }) => {
  const database = sqliteFile(folder);
  const disk = makeFaultyDisk(folder);
  const workers = random.chance(0.5) ? '1' : '2';
  const node = await SoakNode.start({ database, folder, signal, env: { ...disk.env, PETSTORE_WORKERS: workers } });
  const user = { kill: () => node.killAll(), start: () => node.start() };
  return {
    nodes: [node],
    databaseUrl: () => database.url,
    faults: diskFaults(disk, user),
    close: database.remove,
  };
};

export const sqliteDisk: Trial = {
  name: 'sqlite-disk',
  group: 'faults',
  engine: 'sqlite',
  description: 'flushes fail and hang, writes fail, the disk is full, and the process is killed meanwhile',
  findObstacle: findPreloadObstacle,
  run: (context) => runRounds(context, open),
};
