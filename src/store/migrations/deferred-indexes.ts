/**
 * The indexes that an INSERT does not maintain on SQLite (`animals/pets/index-sql.ts`), and the views that merge each with the
 * few rows that are not in it yet.
 */
export const deferredIndexes: ReadonlyMap<string, string> = new Map([
  ['pets.category_id', 'listed_pets AS pets'],
  ['pets.name_key', 'pets_by_name AS pets'],
  ['pets.updated_at', 'pets_by_updated_at AS pets'],
]);
export const deferredWords: ReadonlySet<string> = new Set(['pet_words']);
/** The id of the newest row that is in them. */
export const lastIndexed = 'SELECT last_id FROM pets_indexed';
