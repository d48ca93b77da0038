import { findSetting, insertSetting } from '../store/settings.ts';
import type { Command } from '../store/store.ts';

/** Keeps the value of a setting, or the proposed one if it has none yet, and returns what holds. */
export const insertIfAbsent: Command<{ name: string; proposal: string }, string> = {
  name: 'insertIfAbsent',
  async run(tx, { name, proposal }) {
    await insertSetting(tx, name, proposal);
    return (await findSetting(tx, name)) ?? proposal;
  },
};
