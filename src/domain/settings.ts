import { findSetting, insertSetting, rewriteSettings } from '../store/settings.ts';
import type { Command } from '../store/store.ts';

/** Stores a setting unless it exists, and returns the stored value. */
export const insertIfAbsent: Command<{ name: string; proposal: string }, string> = {
  name: 'insertIfAbsent',
  async run(tx, { name, proposal }) {
    await insertSetting(tx, name, proposal);
    return (await findSetting(tx, name)) ?? proposal;
  },
};

/** A write to the disk that changes nothing: it shows whether the storage takes writes. */
export const probeWrite: Command<null, null> = {
  name: 'probeWrite',
  async run(tx) {
    await rewriteSettings(tx);
    return null;
  },
};
