import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { type Queryable, statement, type Transaction } from '../store/statement.ts';

/*
 * The indexes of animals that an INSERT does not maintain, where `defersIndexes`: reads add the animals that are not in them.
 * Triggers maintain them when indexed animals are changed or removed.
 */

const findDistance = statement<readonly [ids: bigint | null]>(
  'SELECT (SELECT max(id) FROM pets) - last_id FROM pets_indexed',
);
const findEnd = statement<readonly [from: bigint, to: bigint | null]>(
  `SELECT last_id, (SELECT max(id) FROM (SELECT id FROM pets WHERE id > last_id ORDER BY id LIMIT $1))
   FROM pets_indexed`,
);
const saveLast = statement<never>('UPDATE pets_indexed SET last_id = $1');
const range = 'FROM pets WHERE id > $1 AND id <= $2';
/** Rows that are inserted in the order of an index change each of its pages once. */
const add = [
  statement<never>(`INSERT INTO pet_words (rowid, name_key) SELECT id, name_key ${range} ORDER BY id`),
  statement<never>(`INSERT INTO pet_names (name_key, id) SELECT name_key, id ${range} ORDER BY name_key, id`),
  statement<never>(`INSERT INTO pet_changes (updated_at, id) SELECT updated_at, id ${range} ORDER BY updated_at, id`),
];

/** At most how many animals are not in the indexes: some of them may have been removed. */
export function countUnindexedPets(db: Queryable): MaybePromise<bigint> {
  return andThen(db.query(findDistance, []), ([row]) => row?.[0] ?? 0n);
}

/** Adds the next `limit` animals to the indexes, and returns whether it has found so many. */
export async function addToIndexes(tx: Transaction, limit: number): Promise<boolean> {
  const [[from, to] = [0n, null]] = await tx.query(findEnd, [BigInt(limit)]);
  if (to === null) return false;
  for (const statement of add) await tx.query(statement, [from, to]);
  await tx.query(saveLast, [to]);
  return to - from >= BigInt(limit);
}

/** Makes the indexes take animals with any id again, after all animals were deleted. */
export async function restartIndexes(tx: Transaction): Promise<void> {
  await tx.query(saveLast, [0n]);
}
