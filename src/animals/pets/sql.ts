import type { NewPet, Pet, PetStatus } from '../../../contract/pet.ts';
import { foldReference } from '../../../contract/references.ts';
import { foldKey } from '../../lib/fold-text.ts';
import { type InventoryCount, toCount } from '../../record/inventory/sql.ts';
import { assertionFailed } from '../../store/assertions.ts';
import { type Bind, type Condition, listOf, type Selection } from '../../store/keyset.ts';
import { allRows, execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import type { SortedSelection } from '../../store/search/sorted-selection.ts';
import {
  insertOf,
  longStatement,
  type Param,
  type Queryable,
  statement,
  statementById,
  type Transaction,
} from '../../store/statement.ts';
import { hiddenOn } from '../profiles/sql.ts';

export interface PetFilters {
  status?: PetStatus | undefined;
  categoryId?: bigint | undefined;
  /** Only these animals, without those that do not exist. */
  id?: readonly bigint[] | undefined;
  /** Only the animal with this reference in its profile, however it is written. */
  reference?: string | undefined;
}

export type PetRow = readonly [id: bigint, name: string, categoryId: bigint, status: PetStatus, ...others: unknown[]];

type StoredRow = readonly [
  id: bigint,
  name: string,
  categoryId: bigint,
  status: PetStatus,
  categoryName: string | null,
];

const columns = 'id, name, category_id, status';
const storedColumns = `${columns}, (SELECT categories.name FROM categories WHERE categories.id = category_id)`;
const insertedColumns = 'name, name_key, category_id, status, created_at, updated_at, status_since';
const insert = insertOf<never>(5, (values) => `INSERT INTO pets (${insertedColumns}) VALUES ${values}`, 2);
const save = statement<never>(
  `UPDATE pets SET name = $1, name_key = $2, category_id = $3, status = $4, updated_at = $5,
     status_since = CASE WHEN status = $4 THEN status_since ELSE $5 END
   WHERE id = $6`,
);

const findTimesOf = byStatus((status) =>
  statement<readonly [id: bigint, updatedAt: bigint, isHidden: bigint | null]>(
    `SELECT id, updated_at, ${hiddenOn('$1', 'id')} FROM pets WHERE ${hasStatus(status)} AND id > $2 ORDER BY id LIMIT $3`,
  ),
);
const skipOf = byStatus((status) =>
  statement<readonly [id: bigint]>(
    `SELECT id FROM pets WHERE ${hasStatus(status)} AND id > $1 ORDER BY id LIMIT 2 OFFSET $2`,
  ),
);

/** An animal as it is stored, and the name of its category if it has one. */
export interface StoredPet {
  pet: Pet;
  categoryName: string | undefined;
}

/**
 * Stores new animals with one statement, with ids that were never used before, and returns them in their order. Times are in epoch
 * milliseconds.
 * @throws ServiceError `internal_error` when something else is stored than was sent
 */
export async function insertPets(
  tx: Transaction,
  arrivals: readonly { readonly pet: NewPet; readonly at: bigint }[],
): Promise<StoredPet[]> {
  const params: Param[] = [];
  for (const { pet, at } of arrivals) params.push(pet.name, foldKey(pet.name), pet.categoryId, pet.status, at);
  const rows = await tx.insertRows<StoredRow>(insert(arrivals.length), params, arrivals.length, storedColumns);
  return arrivals.map(({ pet }, index) => {
    const row = rows[index];
    return { pet: requireSame(pet, row && toPet(row)), categoryName: row?.[4] ?? undefined };
  });
}

function requireSame(sent: NewPet, stored: Pet | undefined): Pet {
  const { name, categoryId, status } = sent;
  if (stored?.name === name && stored.categoryId === categoryId && stored.status === status) return stored;
  throw assertionFailed(`a new animal, ${stored?.id ?? 'without an id'}, is not stored as it was sent`);
}

/** Stores a changed animal. Since `at` it has its status, if that has changed. */
export async function savePet(tx: Transaction, { id, name, categoryId, status }: Pet, at: bigint): Promise<void> {
  await tx.query(save, [name, foldKey(name), categoryId, status, at, id]);
}

/** When an animal was last changed, in epoch milliseconds; 0 where that is not known. */
export const findUpdatedAt = oneInteger<[id: bigint]>('SELECT updated_at FROM pets WHERE id = $1');

const restore = execute<[name: string, key: string, ...others: (bigint | PetStatus)[]]>(
  `UPDATE pets SET name = $1, name_key = $2, category_id = $3, status = $4, updated_at = $5, status_since = $6 WHERE id = $7`,
);

/** Stores an animal as it was, with the time since when it had its status. */
export async function restorePet(tx: Transaction, pet: Pet, at: bigint, statusSince: bigint): Promise<void> {
  const { id, name, categoryId, status } = pet;
  await restore(tx, name, foldKey(name), categoryId, status, at, statusSince, id);
}

/** Stores the folded name, by which an animal is found and sorted. */
export const saveNameKey = execute<[key: string, id: bigint]>('UPDATE pets SET name_key = $1 WHERE id = $2');

/** Records that something about an animal has changed that is stored elsewhere. */
export const touchPet = execute<[at: bigint, id: bigint]>('UPDATE pets SET updated_at = $1 WHERE id = $2');

/** Some animals of a category. In the order of the index of categories, which PostgreSQL uses for no other. */
export async function findPetsToMove(tx: Transaction, categoryId: bigint, limit: bigint): Promise<Pet[]> {
  const source = tx.dialect.indexed('pets', 'category_id');
  const find = statement<PetRow>(
    `SELECT ${columns} FROM ${source} WHERE category_id = $1 ORDER BY category_id, id LIMIT $2`,
  );
  return (await tx.query(find, [categoryId, limit])).map(toPet);
}

export async function movePets(tx: Transaction, pets: readonly Pet[], categoryId: bigint, at: bigint): Promise<void> {
  const ids = pets.map((_, index) => `$${index + 3}`);
  const move = statement<never>(`UPDATE pets SET category_id = $1, updated_at = $2 WHERE id IN (${ids.join(', ')})`);
  await tx.query(move, [categoryId, at, ...pets.map(({ id }) => id)]);
}

export const deletePetRow = execute<[id: bigint]>('DELETE FROM pets WHERE id = $1');

/** Since when an animal has its status, in epoch milliseconds; 0 where that is not known. */
export const findStatusSince = oneInteger<[id: bigint]>('SELECT status_since FROM pets WHERE id = $1');

export const findPet = oneRow<[id: bigint], Pet>(statementById(columns, 'pets'), toPet);

/**
 * When the animals with a status and an id above `after` were last changed, by ascending id; 0 where that is not known. Also
 * whether the public may not see them on a day.
 */
export async function findChangeTimes(
  db: Queryable,
  status: PetStatus,
  after: bigint,
  limit: number,
  today: bigint,
): Promise<(readonly [id: bigint, updatedAt: bigint, isHidden: boolean])[]> {
  const rows = await db.query(findTimesOf[status], [today, after, BigInt(limit)]);
  return rows.map(([id, updatedAt, isHidden]) => [id, updatedAt, isHidden !== null]);
}

/** The last of the next `count` animals with a status and an id above `after`, if others follow it. Reads an index alone. */
export async function skipPets(
  db: Queryable,
  status: PetStatus,
  after: bigint,
  count: number,
): Promise<bigint | undefined> {
  const [last, following] = await db.query(skipOf[status], [after, BigInt(count - 1)]);
  return following === undefined ? undefined : last?.[0];
}

/** `countPets` reads every matching row: 40 ms for a million. Without ids and reference, the inventory has the same number. */
export const { find: findPets, count: countPets } = listOf(
  selectPets,
  ([id, name, categoryId, status]: PetRow, filters: PetFilters) => ({
    id,
    name,
    categoryId,
    status: filters.status ?? status,
  }),
);

/** The animals that the filters leave. Their columns lack a status that all have in common. */
function selectPets(filters: PetFilters): Selection {
  const read = filters.status === undefined ? columns : 'id, name, category_id';
  return { table: 'pets', columns: read, ...conditionsOf(filters) };
}

/** The conditions that an index answers. */
export function conditionsOf({
  status,
  categoryId,
  id,
  reference,
}: PetFilters): Pick<SortedSelection, 'conditions' | 'indexed' | 'ids'> {
  const conditions: Condition[] = [];
  if (status !== undefined) conditions.push(hasStatus(status));
  if (id !== undefined) conditions.push((bind) => `id IN (${id.map(bind).join(', ')})`);
  if (reference !== undefined) {
    const isNamed = (bind: Bind) =>
      `reference = ${bind(reference)} OR reference_key = ${bind(foldReference(reference))}`;
    conditions.push((bind) => `id IN (SELECT pet_id FROM pet_profiles WHERE ${isNamed(bind)})`);
  }
  return { conditions, ids: id, indexed: categoryId === undefined ? undefined : ['category_id', categoryId] };
}

/** A literal: PostgreSQL has a partial index for each status, and a plan for a parameter could use none of them. */
export function hasStatus(status: PetStatus): string {
  return `status = '${status}'`;
}

function byStatus<Made>(make: (status: PetStatus) => Made): Record<PetStatus, Made> {
  return { available: make('available'), pending: make('pending'), sold: make('sold') };
}

export function toPet([id, name, categoryId, status]: PetRow): Pet {
  return { id, name, categoryId, status };
}

/** Counts all animals by reading them, for a check of what `findInventory` says. */
export const countByCategoryAndStatus = allRows<[], InventoryCount>(
  longStatement(
    'SELECT category_id, status, count(*) FROM pets GROUP BY category_id, status ORDER BY category_id, status',
  ),
  toCount,
);

/** The order that keeps an animal from being removed, or from another status. */
export const findOpenOrderId = oneRow<[petId: bigint], bigint>(
  "SELECT id FROM orders WHERE pet_id = $1 AND status = 'placed'",
  firstColumn<bigint>,
);
