import { maxInt64 } from '../../../contract/int64.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { withActors } from '../../record/events/actor-sql.ts';
import type { Stamp } from '../../record/events/model.ts';
import { listOf, type PageRange } from '../../store/keyset.ts';
import { allRows, asObject, execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import {
  erasableStatement,
  insertOf,
  longStatement,
  type Param,
  type Queryable,
  statement,
  type Transaction,
} from '../../store/statement.ts';
import type { RowOutcome } from './model.ts';
import { type Before, type Import, importActors, type KeptReason, type RowResult } from './model.ts';

const members =
  'id, file_name, rows, state, added, updated, unchanged, refused, taken_back, kept, created_at, created_by, ' +
  'finished_at, undone_at, undone_by';
const columns = members.replace('rows', 'row_count AS rows');
const toImport = withActors(asObject<Import>(members), importActors);
const insert = statement<never>(
  "INSERT INTO imports (file_name, row_count, state, created_at, created_by) VALUES ($1, $2, 'running', $3, $4)",
);

/** Returns its id. */
export function insertImport(
  tx: Transaction,
  { fileName, rows }: Pick<Import, 'fileName' | 'rows'>,
  { at, actor }: Stamp,
): MaybePromise<bigint> {
  return tx.insert(insert, [fileName, rows, at, actor]);
}

export const findImport = oneRow<[id: bigint], Import>(`SELECT ${columns} FROM imports WHERE id = $1`, toImport);

export const { find: findImports, count: countImports } = listOf(
  ({ sort }: { sort?: 'id' | '-id' }) => ({ table: 'imports', columns, isDescending: sort === '-id' }),
  toImport,
);

/** Adds to the counts of an import. Of two concurrent writes of its rows one is run again after the other. */
export const addToCounts = execute<[added: bigint, updated: bigint, unchanged: bigint, refused: bigint, id: bigint]>(
  `UPDATE imports SET added = added + $1, updated = updated + $2, unchanged = unchanged + $3, refused = refused + $4
   WHERE id = $5`,
);

export const saveFinished = execute<[at: bigint, id: bigint]>(
  "UPDATE imports SET state = 'finished', finished_at = $1 WHERE id = $2",
);

export const saveUndoing = execute<[at: bigint, actor: Stamp['actor'], id: bigint]>(
  "UPDATE imports SET state = 'undoing', undone_at = $1, undone_by = $2 WHERE id = $3",
);

export const saveUndone = execute<[id: bigint]>("UPDATE imports SET state = 'undone' WHERE id = $1");

/** Stores how far an undo has come, and adds to what it has done. Of two concurrent steps one is run again after the other. */
export const saveUndoStep = execute<[position: bigint, takenBack: bigint, kept: bigint, id: bigint]>(
  'UPDATE imports SET undo_position = $1, taken_back = taken_back + $2, kept = kept + $3 WHERE id = $4',
);

/** The first import that is being undone, with who has asked for it, and the animal that its undo has come to. */
export const findToUndo = oneRow<[], { id: bigint; actor: Stamp['actor']; position: bigint }>(
  "SELECT id, undone_by, undo_position FROM imports WHERE state = 'undoing' ORDER BY id LIMIT 1",
  ([id, actor, position]: readonly [bigint, Stamp['actor'], bigint | null]) => ({
    id,
    actor,
    position: position ?? maxInt64,
  }),
);

const insertRows = insertOf<never>(
  6,
  (values) => `INSERT INTO import_rows (import_id, row_number, row_key, result, pet_id, problem) VALUES ${values}
   ON CONFLICT (import_id, row_number) DO UPDATE SET
     row_key = excluded.row_key, result = excluded.result, pet_id = excluded.pet_id, problem = excluded.problem`,
);

type OutcomeRow = readonly [bigint, string | null, RowResult, bigint | null, string | null];

export async function saveOutcomes(tx: Transaction, importId: bigint, outcomes: readonly RowOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const params = outcomes.flatMap(({ row, key, result, petId, problem }) => {
    return [importId, row, key ?? null, result, petId ?? null, problem === undefined ? null : JSON.stringify(problem)];
  });
  await tx.query(insertRows(outcomes.length), params);
}

/** The stored results of those of the rows that have one. */
export async function findOutcomes(
  db: Queryable,
  importId: bigint,
  rows: readonly bigint[],
): Promise<Map<bigint, RowOutcome>> {
  const find = statement<OutcomeRow>(
    `SELECT row_number, row_key, result, pet_id, problem FROM import_rows
     WHERE import_id = $1 AND row_number IN (${rows.map((_, index) => `$${index + 2}`).join(', ')})`,
  );
  const found = await db.query(find, [importId, ...rows]);
  return new Map(
    found.map(([row, key, result, petId, problem]) => {
      const known = { ...(petId !== null && { petId }), ...(problem !== null && { problem: JSON.parse(problem) }) };
      return [row, { row, key: key ?? undefined, result, ...known }];
    }),
  );
}

/** The animals that are there and that rows with these keys have added, but for imports that are being undone. */
export async function findByKey(db: Queryable, keys: readonly string[]): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const find = statement<readonly [key: string, petId: bigint]>(
    `SELECT row_key, pet_id FROM import_rows JOIN imports ON imports.id = import_id JOIN pets ON pets.id = pet_id
     WHERE row_key IN (${keys.map((_, index) => `$${index + 1}`).join(', ')}) AND result <> 'refused' AND state <> 'undoing'`,
  );
  return new Map(await db.query(find, keys));
}

interface KeptAnimal {
  id: bigint;
  petId: bigint;
  reason: KeptReason;
}

/** What an undo needs to know of an animal. */
export interface ImportedAnimal {
  petId: bigint;
  /** Missing for one that was added. */
  before?: Before;
  /** When the import has changed it last. */
  changedAt: bigint;
  /** The last photo that it had then, or 0. */
  photoId: bigint;
  /** Stands for what it was then. Empty where somebody has changed it between two changes of the import. */
  tag: string;
}

const insertAnimals = insertOf<never>(
  6,
  (values) => `INSERT INTO import_animals (import_id, pet_id, before, changed_at, photo_id, tag) VALUES ${values}
    ON CONFLICT (import_id, pet_id) DO UPDATE SET
      before = excluded.before, changed_at = excluded.changed_at, tag = excluded.tag`,
);

/** Records animals as an import leaves them. */
export async function saveAnimals(
  tx: Transaction,
  importId: bigint,
  animals: readonly ImportedAnimal[],
): Promise<void> {
  if (animals.length === 0) return;
  const params: Param[] = animals.flatMap(({ petId, before, changedAt, photoId, tag }) => {
    return [importId, petId, before === undefined ? null : writeBefore(before), changedAt, photoId, tag];
  });
  await tx.query(erasableStatement<never>(insertAnimals(animals.length).text), params);
}

const columnsOfAnimal = 'pet_id, before, changed_at, photo_id, tag';
type AnimalRow = readonly [bigint, string | null, bigint, bigint, string | null];
/** One that was removed since has no tag. */
type RecordedAnimal = Omit<ImportedAnimal, 'tag'> & { tag?: string };

const toAnimal = ([petId, before, changedAt, photoId, tag]: AnimalRow): RecordedAnimal => ({
  ...{ petId, changedAt, photoId },
  ...(before !== null && { before: readBefore(before) }),
  ...(tag !== null && { tag }),
});

/** What an import has recorded of an animal. */
export const findAnimal = oneRow<[importId: bigint, petId: bigint], RecordedAnimal>(
  `SELECT ${columnsOfAnimal} FROM import_animals WHERE import_id = $1 AND pet_id = $2`,
  toAnimal,
);

/** The animals of an import before an id, by descending id. */
export const findAnimalsBefore = allRows<[importId: bigint, before: bigint, limit: bigint], RecordedAnimal>(
  `SELECT ${columnsOfAnimal} FROM import_animals WHERE import_id = $1 AND pet_id < $2 ORDER BY pet_id DESC LIMIT $3`,
  toAnimal,
);

/** Records a photo that an import has added to an animal, which nobody else has changed since it did. */
export const followPhoto = execute<
  [at: bigint, photoId: bigint, importId: bigint, petId: bigint, changedAt: bigint, last: bigint]
>(
  erasableStatement(
    `UPDATE import_animals SET changed_at = $1, photo_id = $2
     WHERE import_id = $3 AND pet_id = $4 AND changed_at = $5 AND photo_id = $6 AND kept IS NULL`,
  ),
);

/** Records in other imports that an animal is again what they have left. */
export const followUndo = execute<[at: bigint, petId: bigint, updatedAt: bigint]>(
  erasableStatement('UPDATE import_animals SET changed_at = $1 WHERE pet_id = $2 AND changed_at = $3'),
);

export const deleteAnimal = execute<[importId: bigint, petId: bigint]>(
  erasableStatement('DELETE FROM import_animals WHERE import_id = $1 AND pet_id = $2'),
);

/** Records that an undo leaves an animal as it is. */
export const keepAnimal = execute<[reason: KeptReason, importId: bigint, petId: bigint]>(
  erasableStatement('UPDATE import_animals SET before = NULL, kept = $1 WHERE import_id = $2 AND pet_id = $3'),
);

const findImported = oneRow<[petId: bigint], bigint>(
  'SELECT import_id FROM import_animals WHERE pet_id = $1 LIMIT 1',
  firstColumn<bigint>,
);
const forget = execute<[petId: bigint]>(
  erasableStatement('UPDATE import_animals SET before = NULL, tag = NULL WHERE pet_id = $1'),
);

/** Erases what imports have recorded of an animal. */
export async function forgetImported(tx: Transaction, petId: bigint): Promise<void> {
  if ((await findImported(tx, petId)) !== undefined) await forget(tx, petId);
}

const findKeptBefore = allRows<[importId: bigint, before: bigint, limit: bigint], KeptAnimal>(
  `SELECT pet_id, kept FROM import_animals WHERE import_id = $1 AND pet_id < $2 AND kept IS NOT NULL
   ORDER BY pet_id DESC LIMIT $3`,
  ([petId, reason]: readonly [bigint, KeptReason]) => ({ id: petId, petId, reason }),
);

/** A page of the animals that an undo has left as they are, by descending id. */
export function findKept(
  db: Queryable,
  importId: bigint,
  { after = maxInt64, limit }: PageRange,
): Promise<KeptAnimal[]> {
  return findKeptBefore(db, importId, after, BigInt(limit));
}

export const countKept = oneInteger<[importId: bigint]>(
  longStatement('SELECT count(*) FROM import_animals WHERE import_id = $1 AND kept IS NOT NULL'),
);

export const insertImportCategory = execute<[importId: bigint, categoryId: bigint, name: string]>(
  'INSERT INTO import_categories (import_id, category_id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);

/** The names that an import has given to categories. */
export const findImportCategories = allRows<[importId: bigint, limit: bigint], { id: bigint; name: string }>(
  'SELECT category_id, name FROM import_categories WHERE import_id = $1 ORDER BY category_id LIMIT $2',
  ([id, name]: readonly [bigint, string]) => ({ id, name }),
);

export const deleteImportCategory = execute<[importId: bigint, categoryId: bigint]>(
  'DELETE FROM import_categories WHERE import_id = $1 AND category_id = $2',
);

const deleteOf = (table: string, key: string) =>
  erasableStatement<readonly [bigint]>(
    `DELETE FROM ${table} WHERE (import_id, ${key}) IN (
       SELECT import_id, ${key} FROM ${table} JOIN imports ON imports.id = import_id
       WHERE created_at <= $1 AND state <> 'undoing' LIMIT $2) RETURNING import_id`,
  );
const expiring = [
  deleteOf('import_animals', 'pet_id'),
  deleteOf('import_rows', 'row_number'),
  deleteOf('import_categories', 'category_id'),
];

/** Deletes up to `limit` rows of what is recorded of imports that began until a time (epoch ms), and returns how many. */
export async function deleteRecords(tx: Transaction, until: bigint, limit: number): Promise<number> {
  let deleted = 0;
  for (const remove of expiring) {
    if (deleted < limit) deleted += (await tx.query(remove, [until, BigInt(limit - deleted)])).length;
  }
  return deleted;
}

const hasSince = (table: string) =>
  oneRow<[petId: bigint, since: bigint], bigint>(
    `SELECT pet_id FROM ${table} WHERE pet_id = $1 AND created_at >= $2 LIMIT 1`,
    firstColumn<bigint>,
  );

/** What somebody may have added to an animal since a time (epoch ms). */
export const additions = {
  has_order: hasSince('orders'),
  has_inquiry: hasSince('inquiries'),
} as const;

/** Integers are digits, of any length. */
function writeBefore(before: Before): string {
  return JSON.stringify(before, (_, value) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value));
}

function readBefore(text: string): Before {
  return JSON.parse(text, (_: string, value: unknown, number?: { source?: string }) =>
    typeof value === 'number' ? BigInt(number?.source ?? 0) : value,
  );
}
