import { type PetStatus, petStatuses } from '../../../contract/pet.ts';
import type { InventoryCount } from '../../record/inventory/sql.ts';
import { type Queryable, statement } from '../../store/statement.ts';
import type { ListingFilters } from './filter-sql.ts';

/** Hidden animals that are read to count them. */
const maxHidden = 2_000;

const find = (whichOnes: readonly string[]) => {
  const ids = whichOnes.map(
    (which, index) => `SELECT * FROM (SELECT pet_id FROM pet_profiles WHERE ${which} LIMIT $2) AS hidden_${index}`,
  );
  return statement<readonly [categoryId: bigint, status: PetStatus]>(
    // Not a join, for which PostgreSQL may read the whole table.
    `SELECT (SELECT category_id FROM pets WHERE id = pet_id), (SELECT status FROM pets WHERE id = pet_id)
     FROM (${ids.join(' UNION ')}) AS hidden`,
  );
};
const held = 'hold_until >= $1';
const findHeld = find([held]);
const findAll = find([held, "outcome_type <> 'adoption'"]);

/**
 * What the inventory has to be changed by so that it counts only animals that the public may see: an entry of -1 for each
 * other one that the filters leave. `undefined` if there are very many.
 */
export async function findHidden(
  db: Queryable,
  { status, statuses = petStatuses, categoryId, publicOn }: ListingFilters,
): Promise<InventoryCount[] | undefined> {
  if (publicOn === undefined) return [];
  const wanted = status === undefined ? statuses : [status];
  const rows = await db.query(wanted.includes('sold') ? findAll : findHeld, [publicOn, BigInt(maxHidden + 1)]);
  if (rows.length > maxHidden) return undefined;
  return rows
    .map(([category, of]) => ({ categoryId: category, status: of, animals: -1n }))
    .filter((one) => wanted.includes(one.status) && (categoryId ?? one.categoryId) === one.categoryId);
}
