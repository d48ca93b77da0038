import { findPetTexts, petWords } from '../animals/pets/text-sql.ts';
import { findProfiles } from '../animals/profiles/sql.ts';
import { foldKey } from '../lib/fold-text.ts';
import { allRows, firstColumn } from '../store/queries.ts';
import { longStatement, type Queryable, statement } from '../store/statement.ts';

/** Statements that read whole tables to find what contradicts itself. For operators, never for requests. */

/** Up to 100 chips that several animals have, with the first and the last of these. */
export const findSharedChips = allRows<[], readonly [chip: string, first: bigint, last: bigint]>(
  longStatement(
    `SELECT microchip, min(pet_id), max(pet_id) FROM pet_profiles WHERE microchip IS NOT NULL
     GROUP BY microchip HAVING count(*) > 1 ORDER BY microchip LIMIT 100`,
  ),
  (row: readonly [string, bigint, bigint]) => row,
);

/** An open order whose animal is gone or not reserved. */
export interface BrokenOrder {
  readonly orderId: bigint;
  readonly petId: bigint;
  /** Missing where the animal is gone. */
  readonly petStatus: string | undefined;
}

/** Up to 100 of them. */
export const findBrokenOrders = allRows<[], BrokenOrder>(
  longStatement(
    `SELECT orders.id, orders.pet_id, pets.status FROM orders LEFT JOIN pets ON pets.id = orders.pet_id
     WHERE orders.status = 'placed' AND (pets.status IS NULL OR pets.status <> 'pending') ORDER BY orders.id LIMIT 100`,
  ),
  ([orderId, petId, petStatus]: readonly [bigint, bigint, string | null]) => ({
    orderId,
    petId,
    petStatus: petStatus ?? undefined,
  }),
);

/** Up to 100 open orders that have expired by a time (epoch ms). */
export const findOverdueOrders = allRows<[until: bigint], bigint>(
  longStatement("SELECT id FROM orders WHERE status = 'placed' AND expires_at <= $1 ORDER BY id LIMIT 100"),
  firstColumn<bigint>,
);

/** Up to 100 orders that do not exist but have a contact. */
export const findContactsWithoutOrder = allRows<[], bigint>(
  longStatement(
    `SELECT order_id FROM order_contacts LEFT JOIN orders ON orders.id = order_id
     WHERE orders.id IS NULL ORDER BY order_id LIMIT 100`,
  ),
  firstColumn<bigint>,
);

/** Up to 100 gaps in the event ids: the ids on both sides. */
export const findEventGaps = allRows<[], { before: bigint; after: bigint }>(
  longStatement(
    `SELECT before, id FROM (SELECT id, lag(id) OVER (ORDER BY id) AS before FROM events) AS pairs
     WHERE id <> before + 1 ORDER BY id LIMIT 100`,
  ),
  ([before, after]: readonly [bigint, bigint]) => ({ before, after }),
);

/** The tables with rows of animals. `pet_texts` is not among them: it follows from the others. */
const petTables = ['pet_profiles', 'pet_tags', 'pet_photos', 'pet_notes', 'pet_note_texts'] as const;

/** Rows of animals that do not exist. */
export interface Orphans {
  readonly table: string;
  readonly petIds: bigint[];
}

/** For each table that has any, up to 100 animals that do not exist. */
export async function findOrphans(db: Queryable): Promise<Orphans[]> {
  const orphans: Orphans[] = [];
  for (const table of petTables) {
    const petIds = await missingPets(table)(db);
    if (petIds.length > 0) orphans.push({ table, petIds });
  }
  return orphans;
}

const missingPets = (table: string) =>
  allRows<[], bigint>(
    longStatement(
      `SELECT DISTINCT pet_id FROM ${table} LEFT JOIN pets ON pets.id = pet_id WHERE pets.id IS NULL ORDER BY pet_id LIMIT 100`,
    ),
    firstColumn<bigint>,
  );

const isWrongKey = "length(media_key) <> 48 OR trim(media_key, '0123456789abcdef') <> ''";

/** Up to 100 media keys that are not what `isPhotoKey` accepts, with whose they are. */
export const findWrongMediaKeys = allRows<[], { owner: string; mediaKey: string }>(
  longStatement(
    `SELECT 'photo ' || id || ' of animal ' || pet_id, media_key FROM pet_photos WHERE ${isWrongKey}
     UNION ALL SELECT 'a removed photo', media_key FROM removed_media WHERE ${isWrongKey} LIMIT 100`,
  ),
  ([owner, mediaKey]: readonly [string, string]) => ({ owner, mediaKey }),
);

const findNames = statement<readonly [id: bigint, name: string, key: string]>(
  'SELECT id, name, name_key FROM pets WHERE id > $1 ORDER BY id LIMIT $2',
);

/** Animals whose search texts differ from what their names and profiles say, of those after `after`. */
export async function findWrongTexts(
  db: Queryable,
  after: bigint,
  limit: number,
): Promise<{ petIds: bigint[]; last: bigint | undefined }> {
  const pets = await db.query(findNames, [after, BigInt(limit)]);
  const ids = pets.map(([id]) => id);
  const [profiles, texts] = [await findProfiles(db, ids), await findPetTexts(db, ids)];
  const wrong = pets.filter(
    ([id, name, key]) => key !== foldKey(name) || texts.get(id) !== petWords(name, profiles.get(id) ?? {}),
  );
  return { petIds: wrong.map(([id]) => id), last: ids.at(-1) };
}

/** Up to 100 animals that do not exist but have search texts. */
export const findTextsWithoutPet = missingPets('pet_texts');
