import { findLastEventId } from '../repositories/events.ts';
import { recountInventory, saveInventoryCheckpoint } from '../repositories/inventory.ts';
import type { Command } from '../store/store.ts';
import { sequenceEvents } from './events.ts';

/** Replaces the inventory by a count of the animals. */
export const repairInventory: Command<null, void> = {
  name: 'repairInventory',
  async run(tx) {
    while (await sequenceEvents.run(tx, null));
    await recountInventory(tx);
    await saveInventoryCheckpoint(tx, await findLastEventId(tx));
  },
};
