import { commands } from '../../src/commands.ts';
import { serveWrites } from '../../src/store/sqlite/writer-thread.ts';
import { type AnyCommand, StorageError } from '../../src/store/store.ts';

/** Ends the writer thread in the midst of its transaction. */
export const die: AnyCommand = {
  name: 'die',
  run: async () => process.exit(),
};

/** Never comes to an end. */
export const hang: AnyCommand = {
  name: 'hang',
  run: () => new Promise(() => undefined),
};

/** Finds the storage broken. */
export const breakDown: AnyCommand = {
  name: 'breakDown',
  run: async () => {
    throw new StorageError('the disk is gone');
  },
};

if (!Bun.isMainThread) serveWrites([...commands, die, hang, breakDown]);
