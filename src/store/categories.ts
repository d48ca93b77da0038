import { queryCount, querySlice, type Slice } from './slices.ts';
import { andThen, type MaybePromise, type Queryable, type Reader, statement, type Transaction } from './statement.ts';

/** A name for a category number. An animal may have a number that has no name. */
export interface Category {
  id: bigint;
  name: string;
}

type CategoryRow = readonly [id: bigint, name: string];

const all = { table: 'categories', columns: 'id, name' };
const findById = statement<CategoryRow>('SELECT id, name FROM categories WHERE id = $1');
const insert = statement<never>('INSERT INTO categories (id, name) VALUES ($1, $2)');
const save = statement<never>('UPDATE categories SET name = $1 WHERE id = $2');

export function findCategory(db: Queryable, id: bigint): MaybePromise<Category | undefined> {
  return andThen(db.query(findById, [id]), ([row]) => row && toCategory(row));
}

/** One slice of the categories, by ascending id. */
export function findCategories(db: Reader, slice: Slice): MaybePromise<Category[]> {
  return andThen(querySlice<CategoryRow>(db, all, slice), (rows) => rows.map(toCategory));
}

export function countCategories(db: Queryable): MaybePromise<bigint> {
  return queryCount(db, all);
}

export async function insertCategory(tx: Transaction, { id, name }: Category): Promise<void> {
  await tx.query(insert, [id, name]);
}

export async function saveCategory(tx: Transaction, { id, name }: Category): Promise<void> {
  await tx.query(save, [name, id]);
}

function toCategory([id, name]: CategoryRow): Category {
  return { id, name };
}
