import type { Command } from '../../store/store.ts';
import { addToIndexes } from './index-sql.ts';

/** Animals in one transaction: few enough that other writes do not wait long. */
const maxIndexed = 2_000;

/** Adds animals to the indexes that are maintained in the background. Returns whether there may be more. */
export const indexPets: Command<null, boolean> = {
  name: 'indexPets',
  run: (tx) => addToIndexes(tx, maxIndexed),
};
