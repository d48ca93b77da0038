import { foldKey } from '../lib/fold-text.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { longStatement, type Queryable, statement, type Transaction } from '../store/statement.ts';
import { deletePetText, findPetTexts, petWords, savePetText } from './pet-texts.ts';
import { findProfile, findProfiles } from './profiles.ts';

/** Statements that read whole tables to find what contradicts itself. For operators, never for requests. */

const findBroken = longStatement<readonly [orderId: bigint, petId: bigint, status: string | null]>(
  `SELECT orders.id, orders.pet_id, pets.status FROM orders LEFT JOIN pets ON pets.id = orders.pet_id
   WHERE orders.status = 'placed' AND (pets.status IS NULL OR pets.status <> 'pending') ORDER BY orders.id LIMIT 100`,
);
const findJumps = longStatement<readonly [before: bigint, after: bigint]>(
  `SELECT before, id FROM (SELECT id, lag(id) OVER (ORDER BY id) AS before FROM events) AS pairs
   WHERE id <> before + 1 ORDER BY id LIMIT 100`,
);
const findNewest = longStatement<readonly [at: bigint]>('SELECT at FROM events ORDER BY id DESC LIMIT 1');

/** An open order whose animal is gone or not reserved. */
export interface BrokenOrder {
  readonly orderId: bigint;
  readonly petId: bigint;
  /** Missing where the animal is gone. */
  readonly petStatus: string | undefined;
}

/** Up to 100 of them. */
export function findBrokenOrders(db: Queryable): MaybePromise<BrokenOrder[]> {
  return andThen(db.query(findBroken, []), (rows) =>
    rows.map(([orderId, petId, petStatus]) => ({ orderId, petId, petStatus: petStatus ?? undefined })),
  );
}

/** Up to 100 gaps in the event ids: the ids on both sides. */
export function findEventGaps(db: Queryable): MaybePromise<{ before: bigint; after: bigint }[]> {
  return andThen(db.query(findJumps, []), (rows) => rows.map(([before, after]) => ({ before, after })));
}

/** When the newest event happened, in epoch milliseconds. */
export function findNewestEventTime(db: Queryable): MaybePromise<bigint | undefined> {
  return andThen(db.query(findNewest, []), ([row]) => row?.[0]);
}

/** The tables with rows of animals. `pet_texts` is not among them: it follows from the others. */
const petTables = ['pet_profiles', 'pet_tags', 'pet_photos'] as const;

/** Rows of animals that do not exist. */
export interface Orphans {
  readonly table: string;
  readonly petIds: bigint[];
}

/** For each table that has any, up to 100 animals that do not exist. */
export async function findOrphans(db: Queryable): Promise<Orphans[]> {
  const orphans: Orphans[] = [];
  for (const table of petTables) {
    const rows = await db.query(missingPets(table), []);
    if (rows.length > 0) orphans.push({ table, petIds: rows.map(([petId]) => petId) });
  }
  return orphans;
}

const missingPets = (table: string) =>
  longStatement<readonly [petId: bigint]>(
    `SELECT DISTINCT pet_id FROM ${table} LEFT JOIN pets ON pets.id = pet_id WHERE pets.id IS NULL ORDER BY pet_id LIMIT 100`,
  );

const isWrongKey = "length(media_key) <> 48 OR trim(media_key, '0123456789abcdef') <> ''";
const findWrongKeys = longStatement<readonly [owner: string, mediaKey: string]>(
  `SELECT 'photo ' || id || ' of animal ' || pet_id, media_key FROM pet_photos WHERE ${isWrongKey}
   UNION ALL SELECT 'a removed photo', media_key FROM removed_media WHERE ${isWrongKey} LIMIT 100`,
);

/** Up to 100 media keys that are not what `isMediaKey` accepts, with whose they are. */
export function findWrongMediaKeys(db: Queryable): MaybePromise<{ owner: string; mediaKey: string }[]> {
  return andThen(db.query(findWrongKeys, []), (rows) => rows.map(([owner, mediaKey]) => ({ owner, mediaKey })));
}

const textsWithoutPet = missingPets('pet_texts');
const findNames = statement<readonly [id: bigint, name: string, key: string]>(
  'SELECT id, name, name_key FROM pets WHERE id > $1 ORDER BY id LIMIT $2',
);
const findName = statement<readonly [name: string]>('SELECT name FROM pets WHERE id = $1');
const saveKey = statement<never>('UPDATE pets SET name_key = $1 WHERE id = $2');

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
export function findTextsWithoutPet(db: Queryable): MaybePromise<bigint[]> {
  return andThen(db.query(textsWithoutPet, []), (rows) => rows.map(([petId]) => petId));
}

/** Makes the search texts of an animal what its name and its profile say. */
export async function repairText(tx: Transaction, petId: bigint): Promise<void> {
  const [pet] = await tx.query(findName, [petId]);
  if (pet === undefined) return await deletePetText(tx, petId);
  const [name] = pet;
  await tx.query(saveKey, [foldKey(name), petId]);
  await savePetText(tx, petId, name, await findProfile(tx, petId));
}
