import { mismatchedId } from '../../api/errors.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Stamp } from '../events/model.ts';
import { insertEvents } from '../events/sql.ts';
import type { Category } from '../pets/model.ts';
import { saveCategory } from './sql.ts';

/** A category as sent by a client. It may have the id, which must be that of the path. */
export interface CategoryDraft {
  id?: bigint;
  name: string;
}

/**
 * Names or renames a category. If the name does not change, nothing is written.
 * @throws ServiceError `validation_failed` when the draft has another id
 */
export async function nameCategory(
  tx: Transaction,
  current: Category | undefined,
  id: bigint,
  draft: CategoryDraft,
  stamp: Stamp,
): Promise<Category> {
  if (draft.id !== undefined && draft.id !== id) throw mismatchedId(id);
  if (current?.name === draft.name) return current;
  const category = { id, name: draft.name };
  await saveCategory(tx, id, draft.name);
  await insertEvents(tx, [
    { type: current === undefined ? 'category.created' : 'category.updated', ...stamp, category },
  ]);
  return category;
}
