import { mismatchedId } from '../model/errors.ts';
import type { Category } from '../model/pets.ts';
import { insertCategory, saveCategory } from '../repositories/categories.ts';
import { insertEvents } from '../repositories/events.ts';
import type { Transaction } from '../store/statement.ts';

/** A category as a client describes it. Its id may stand in it, as in what the client has read. */
export interface CategoryDraft {
  id?: bigint;
  name: string;
}

/**
 * Names a category, or gives it another name; the name that it has already writes nothing.
 * @throws ServiceError `validation_failed` when it says another id
 */
export async function putCategory(
  tx: Transaction,
  current: Category | undefined,
  id: bigint,
  draft: CategoryDraft,
  at: bigint,
): Promise<Category> {
  if (draft.id !== undefined && draft.id !== id) throw mismatchedId(id);
  if (current?.name === draft.name) return current;
  const category = { id, name: draft.name };
  await (current === undefined ? insertCategory : saveCategory)(tx, category);
  await insertEvents(tx, [{ type: current === undefined ? 'category.created' : 'category.updated', at, category }]);
  return category;
}
