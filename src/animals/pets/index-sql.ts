import { execute, oneInteger } from '../../store/queries.ts';
import { type Reader, statement, type Transaction } from '../../store/statement.ts';

/*
 * The indexes of animals that an INSERT does not maintain on SQLite: reads add the animals that are not in them (`Dialect.indexed`).
 * Triggers maintain them when indexed animals are changed or removed, and add animals to those over categories with `saveLast`.
 */

const findEnd = statement<readonly [from: bigint, to: bigint | null]>(
  `SELECT last_id, (SELECT max(id) FROM (SELECT id FROM pets WHERE id > last_id ORDER BY id LIMIT $1))
   FROM pets_indexed`,
);
const saveLast = execute<[id: bigint]>('UPDATE OR FAIL pets_indexed SET last_id = $1');
const range = 'FROM pets WHERE id > $1 AND id <= $2';
/**
 * Rows that are inserted in the order of an index change each of its pages once. With `OR FAIL`, SQLite keeps no copy of these
 * pages for a statement that fails half way: the transaction or the savepoint that it fails in is rolled back.
 */
const add = [
  `INSERT OR FAIL INTO pet_words (rowid, name_key) SELECT id, name_key ${range} ORDER BY id`,
  `INSERT OR FAIL INTO pet_names (name_key, id) SELECT name_key, id ${range} ORDER BY name_key, id`,
  `INSERT OR FAIL INTO pet_changes (updated_at, id) SELECT updated_at, id ${range} ORDER BY updated_at, id`,
].map(execute<[from: bigint, to: bigint]>);

export function defersIndexes({ dialect }: Reader): boolean {
  return dialect.indexed('pets', 'name_key') !== 'pets';
}

const countUnindexed = oneInteger<[]>('SELECT (SELECT max(id) FROM pets) - last_id FROM pets_indexed');

/** At most how many animals are not in the indexes: some of them may have been removed. */
export async function countUnindexedPets(db: Reader): Promise<bigint> {
  return defersIndexes(db) ? await countUnindexed(db) : 0n;
}

/** Adds the next `limit` animals to the indexes, and returns whether it has found so many. */
export async function addToIndexes(tx: Transaction, limit: number): Promise<boolean> {
  if (!defersIndexes(tx)) return false;
  const [[from, to] = [0n, null]] = await tx.query(findEnd, [BigInt(limit)]);
  if (to === null) return false;
  for (const addRange of add) await addRange(tx, from, to);
  await saveLast(tx, to);
  return to - from >= BigInt(limit);
}

/** Makes the indexes take animals with any id again, after all animals were deleted. */
export async function restartIndexes(tx: Transaction): Promise<void> {
  if (defersIndexes(tx)) await saveLast(tx, 0n);
}
