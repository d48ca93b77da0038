import { commands } from '../../src/commands.ts';
import { serveWrites } from '../../src/store/sqlite/writer-thread.ts';
import type { AnyCommand } from '../../src/store/store.ts';

/** Ends the writer thread in the midst of its transaction. */
export const die: AnyCommand = {
  name: 'die',
  run: async () => process.exit(),
};

if (!Bun.isMainThread) serveWrites([...commands, die]);
