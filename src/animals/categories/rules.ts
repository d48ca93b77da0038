import type { Category } from '../../../contract/pet.ts';
import { found, mismatchedId, ServiceError } from '../../errors/service-error.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { Stamp } from '../../record/events/model.ts';
import { insertEvents } from '../../record/events/sql.ts';
import { countInInventory } from '../../record/inventory/sql.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import { findPetsToMove, movePets } from '../pets/sql.ts';
import { deleteCategoryRow, findCategory, saveCategory } from './sql.ts';

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

/** @throws ServiceError `category_not_found` */
export function requireCategory(db: Queryable, { categoryId: id }: { categoryId: bigint }): MaybePromise<Category> {
  return found(findCategory(db, id), 'category_not_found', () => `The category ${id} has no name.`);
}

/** Animals in one transaction: few enough that other writes do not wait long. */
export const maxMoved = 500;

/** The category to merge, which may have animals and no name. @throws ServiceError `category_not_found` */
export async function findToMerge(
  tx: Queryable,
  { categoryId: id }: { categoryId: bigint },
): Promise<Category | undefined> {
  const hasAnimals = (await countInInventory(tx, { categoryId: id })) > 0n;
  return await (hasAnimals ? findCategory(tx, id) : requireCategory(tx, { categoryId: id }));
}

/**
 * Moves animals of a category to another one. Once it has none, its name is removed.
 * @throws ServiceError `validation_failed`, `category_not_found`
 */
export async function mergeInto(
  tx: Transaction,
  { categoryId: id, intoId: into }: { categoryId: bigint; intoId: bigint },
  stamp: Stamp,
) {
  if (into === id) throw new ServiceError('validation_failed', `The category ${id} cannot be merged into itself.`);
  const target = await requireCategory(tx, { categoryId: into });
  const found = await findPetsToMove(tx, id, BigInt(maxMoved + 1));
  const pets = found.slice(0, maxMoved);
  // The removal of the target, at the same time, conflicts with this write.
  await saveCategory(tx, into, target.name);
  if (pets.length > 0) {
    await movePets(tx, pets, into, stamp.at);
    const changes = [{ field: 'categoryId', from: String(id), to: String(into) }];
    const events = pets.map((before) => {
      return { type: 'pet.updated', ...stamp, before, after: { ...before, categoryId: into }, changes } as const;
    });
    await insertEvents(tx, events);
  }
  const hasMore = found.length > maxMoved;
  const category = hasMore ? undefined : await findCategory(tx, id);
  if (category !== undefined) await deleteNamed(tx, category, stamp);
  return { moved: BigInt(pets.length), hasMore };
}

/** @throws ServiceError `category_in_use` */
export async function removeCategory(tx: Transaction, category: Category, stamp: Stamp): Promise<void> {
  const [pet] = await findPetsToMove(tx, category.id, 1n);
  if (pet === undefined) return await deleteNamed(tx, category, stamp);
  throw new ServiceError(
    'category_in_use',
    `The category ${category.id} has animals. Merge it into another one. Nothing was changed.`,
  );
}

async function deleteNamed(tx: Transaction, category: Category, stamp: Stamp): Promise<void> {
  await deleteCategoryRow(tx, category.id);
  await insertEvents(tx, [{ type: 'category.deleted', ...stamp, category }]);
}
