import type { PetStatus } from '../../../contract/pet.ts';
import { companions, type PetSex, type PetSize } from '../../record/shapes/profile-model.ts';
import { type Position, placeholders, type Queryable, type Reader, statement } from '../../store/statement.ts';
import { companionColumn } from '../profiles/sql.ts';
import type { FacetName } from './model.ts';
import { findInOrder, type ListingQuery } from './sorted-sql.ts';

export type FacetValue = bigint | string;
/** How often each value was found, by the name of its filter. */
export type Tally = ReadonlyMap<FacetName, Map<FacetValue, bigint>>;

/** Animals in one statement: it takes a few milliseconds. */
const batchSize = 500;

/** The next ids of the matching animals, and where those after them begin. There can be none, although more follow. */
export async function findListingIds(
  db: Reader,
  query: ListingQuery,
  { id: after, key }: Partial<Position>,
): Promise<{ ids: bigint[]; next: Position | undefined }> {
  const { rows, next } = await findInOrder(db, query, { after, key, limit: batchSize }, 1);
  return { ids: rows.map(([id]) => id), next };
}

const ofBatch = placeholders(1, batchSize);
const findPetValues = statement<readonly [status: PetStatus, categoryId: bigint]>(
  `SELECT status, category_id FROM pets WHERE id IN ${ofBatch}`,
);
const findProfileValues = statement<
  readonly [species: string | null, sex: PetSex | null, size: PetSize | null, ...goodWith: (bigint | null)[]]
>(
  `SELECT species, sex, size, ${companions.map(companionColumn).join(', ')} FROM pet_profiles
   WHERE pet_id IN ${ofBatch}`,
);
const countTags = statement<readonly [tag: string, count: bigint]>(
  `SELECT tag, count(*) FROM pet_tags WHERE pet_id IN ${ofBatch} GROUP BY tag`,
);

/** Adds the values that animals have, of those filters that the tally has. */
export async function tallyListings(db: Queryable, ids: readonly bigint[], tally: Tally): Promise<void> {
  const [first] = ids;
  if (first === undefined) return;
  const wants = (...names: FacetName[]) => names.some((name) => tally.has(name));
  // Always as many, so that there is one statement to prepare: an id that is repeated is found once.
  const params = Array.from({ length: batchSize }, (_, index) => ids[index] ?? first);
  // One table at a time: for a join PostgreSQL may read a whole table.
  if (wants('status', 'categoryId')) {
    for (const [status, categoryId] of await db.query(findPetValues, params)) {
      add(tally.get('status'), status);
      add(tally.get('categoryId'), categoryId);
    }
  }
  if (wants('species', 'sex', 'size', 'goodWith')) {
    for (const [species, sex, size, ...goodWith] of await db.query(findProfileValues, params)) {
      add(tally.get('species'), species);
      add(tally.get('sex'), sex);
      add(tally.get('size'), size);
      for (const [index, whom] of companions.entries()) if (goodWith[index] === 1n) add(tally.get('goodWith'), whom);
    }
  }
  if (wants('tag')) {
    for (const [tag, count] of await db.query(countTags, params)) add(tally.get('tag'), tag, count);
  }
}

function add(counts: Map<FacetValue, bigint> | undefined, value: FacetValue | null, count = 1n): void {
  if (counts !== undefined && value !== null) counts.set(value, (counts.get(value) ?? 0n) + count);
}
