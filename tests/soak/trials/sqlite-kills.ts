import { type OpenSystem, runRounds } from '../rounds.ts';
import { SoakNode } from '../system/node.ts';
import { nodeFaults } from '../system/process-faults.ts';
import { sqliteFile } from '../system/sqlite-file.ts';
import type { Trial } from '../trial.ts';

const open: OpenSystem = async ({ folder, signal }) => {
  const database = sqliteFile(folder);
  const node = await SoakNode.start({ database, folder, signal });
  return { nodes: [node], databaseUrl: () => database.url, faults: nodeFaults([node]), close: database.remove };
};

export const sqliteKills: Trial = {
  name: 'sqlite-kills',
  group: 'kills',
  engine: 'sqlite',
  description: 'one process is killed, stopped and halted',
  run: (context) => runRounds(context, open),
};
