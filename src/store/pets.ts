import { andThen, type MaybePromise, type Param, type Queryable, statement, type Transaction } from './statement.ts';

/** The availability of an animal, in the order a person thinks of it. */
export const petStatuses = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof petStatuses)[number];

export interface NewPet {
  name: string;
  categoryId: bigint;
  status: PetStatus;
}

export interface Pet extends NewPet {
  id: bigint;
}

export interface PetFilters {
  status?: PetStatus | undefined;
  /** Only these animals; those that do not exist are left out. */
  id?: readonly bigint[] | undefined;
}

/** A piece of a list in ascending order: at most `limit` entries, all with an id above `after`. */
export interface Slice {
  after: bigint | undefined;
  limit: number;
}

type PetRow = readonly [id: bigint, name: string, categoryId: bigint, status: PetStatus];

const insert = statement<never>('INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3)');
const findById = statement<PetRow>('SELECT id, name, category_id, status FROM pets WHERE id = $1');

/** Stores a new animal under an id that was never given before. */
export async function insertPet(tx: Transaction, pet: NewPet): Promise<Pet> {
  return { id: await tx.insert(insert, [pet.name, pet.categoryId, pet.status]), ...pet };
}

export function findPet(db: Queryable, id: bigint): MaybePromise<Pet | undefined> {
  return andThen(db.query(findById, [id]), ([row]) => row && toPet(row));
}

/** One slice of the animals that match, by ascending id. Costs the same wherever the slice lies. */
export function findPets(db: Queryable, filters: PetFilters, slice: Slice): MaybePromise<Pet[]> {
  const { conditions, params } = where(filters);
  if (slice.after !== undefined) conditions.push(`id > $${params.push(slice.after)}`);
  const clause = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const limit = `$${params.push(BigInt(slice.limit))}`;
  const text = `SELECT id, name, category_id, status FROM pets${clause} ORDER BY id LIMIT ${limit}`;
  return andThen(db.query(statement<PetRow>(text), params), (rows) => rows.map(toPet));
}

export function countPets(db: Queryable, filters: PetFilters): MaybePromise<bigint> {
  const { conditions, params } = where(filters);
  const clause = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const count = statement<readonly [bigint]>(`SELECT count(*) FROM pets${clause}`);
  return andThen(db.query(count, params), ([row]) => row?.[0] ?? 0n);
}

function where(filters: PetFilters): { conditions: string[]; params: Param[] } {
  const conditions: string[] = [];
  const params: Param[] = [];
  if (filters.status !== undefined) conditions.push(`status = $${params.push(filters.status)}`);
  if (filters.id !== undefined) conditions.push(`id IN (${filters.id.map((id) => `$${params.push(id)}`).join(', ')})`);
  return { conditions, params };
}

function toPet([id, name, categoryId, status]: PetRow): Pet {
  return { id, name, categoryId, status };
}
