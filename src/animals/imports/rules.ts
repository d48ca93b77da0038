import { importDays } from '../../../contract/limits.ts';
import { found, ServiceError } from '../../errors/service-error.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { dayMs } from '../../lib/timestamp.ts';
import { nameActorsOf } from '../../record/events/actor-sql.ts';
import type { Stamp } from '../../record/events/model.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { type Import, importActors } from './model.ts';
import { deleteRecords, findImport, saveFinished, saveUndoing } from './sql.ts';

/** @throws ServiceError `import_not_found` */
export function requireImport(db: Queryable, id: bigint): MaybePromise<Import> {
  return found(findImport(db, id), 'import_not_found', () => `There is no import with the id ${id}.`);
}

/** An import with the names of who has begun and undone it. @throws ServiceError `import_not_found` */
export async function showImport(db: Queryable, id: bigint): Promise<Import> {
  return await nameActorsOf(db, await requireImport(db, id), importActors);
}

/** One that was finished or undone stays as it is. */
export async function finishImport(tx: Transaction, { id, state }: Import, { at }: Stamp): Promise<Import> {
  if (state === 'running') await saveFinished(tx, at, id);
  return await showImport(tx, id);
}

/**
 * Has an import undone, by a background job. One that is being undone, or was, stays as it is.
 * @throws ServiceError `import_not_undoable` when it is too old
 */
export async function startUndo(tx: Transaction, current: Import, { at, actor }: Stamp): Promise<Import> {
  const { id, state, createdAt } = current;
  if (state === 'undoing' || state === 'undone') return await showImport(tx, id);
  if (createdAt <= expiry(at)) {
    throw new ServiceError(
      'import_not_undoable',
      `The import ${id} began more than ${importDays} days ago: what the animals were before it is not kept longer. Nothing was changed.`,
    );
  }
  await saveUndoing(tx, at, actor, id);
  return await showImport(tx, id);
}

/** Deletes up to `limit` expired records of imports. Returns where to continue, if there may be more. */
export const deleteExpiredImportRecords: Command<{ now: bigint; limit: number }, bigint | undefined> = {
  name: 'deleteExpiredImportRecords',
  run: async (tx, { now, limit }) => ((await deleteRecords(tx, expiry(now), limit)) === limit ? 0n : undefined),
};

function expiry(now: bigint): bigint {
  return now - BigInt(importDays * dayMs);
}
