import { foldReference } from '../../../contract/references.ts';
import { foldSpelling } from '../../lib/fold-text.ts';
import {
  type Companion,
  companions,
  type FieldName,
  fieldsOf,
  foldedFields,
  type GoodWith,
  type Profile,
} from '../../record/shapes/profile-model.ts';
import { allRows, execute, firstColumn, oneRow } from '../../store/queries.ts';
import {
  insertOf,
  type Param,
  placeholders,
  type Queryable,
  statement,
  type Transaction,
} from '../../store/statement.ts';

/** The members that are stored as they are, and those that are flags. Tags have a table of their own. */
const plain = fieldsOf('text', 'word', 'date');
const flags = fieldsOf('flag');
const ownColumns = [
  ...[...plain, ...flags].map(columnOf),
  ...companions.map(companionColumn),
  ...['fee_amount_minor', 'fee_currency', 'attributes', 'videos'],
];
type ProfileRow = readonly [petId: bigint, ...values: Param[]];

const columns = ['pet_id', ...ownColumns];
const save = statement<never>(
  `INSERT INTO pet_profiles (${columns.join(', ')}) VALUES ${placeholders(1, columns.length)}
   ON CONFLICT (pet_id) DO UPDATE SET ${ownColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
);
const insertAll = insertOf<never>(
  columns.length + 1,
  (values) => `INSERT INTO pet_profiles (${columns.join(', ')}, reference_key) VALUES ${values}`,
);
const insertSpellings = insertOf<never>(
  3,
  (values) => `INSERT INTO spellings (field, text, text_key) VALUES ${values} ON CONFLICT (field, text) DO NOTHING`,
);
const remove = execute<[petId: bigint]>('DELETE FROM pet_profiles WHERE pet_id = $1');
const removeTags = execute<[petId: bigint]>('DELETE FROM pet_tags WHERE pet_id = $1');
const insertTags = insertOf<never>(2, (values) => `INSERT INTO pet_tags (pet_id, tag) VALUES ${values}`);
const insertSpelling = execute<[field: string, text: string, key: string]>(
  'INSERT INTO spellings (field, text, text_key) VALUES ($1, $2, $3) ON CONFLICT (field, text) DO NOTHING',
);
/** Animals and their texts are few enough for one statement. */
const maxSpellings = 500;
// A place can name a person, so it goes with the last animal that is there.
const places = (['location', 'publicLocation'] as const).map((field) => ({
  field,
  forget: execute<[petId: bigint]>(
    `DELETE FROM spellings WHERE field = '${field}' AND text = (SELECT ${columnOf(field)} FROM pet_profiles WHERE pet_id = $1)
     AND NOT EXISTS (SELECT 1 FROM pet_profiles WHERE ${columnOf(field)} = spellings.text AND pet_id <> $1)`,
  ),
}));
const claimReference = execute<[key: string | null, petId: bigint]>(
  `UPDATE pet_profiles SET reference_key = $1
   WHERE pet_id = $2 AND NOT EXISTS (SELECT 1 FROM pet_profiles WHERE reference_key = $1)`,
);
/** Takes a reference from an animal whose reference an earlier release has changed, which leaves the key as it was. */
export const releaseReference = execute<[key: string]>(
  'UPDATE pet_profiles SET reference_key = NULL WHERE reference_key = $1',
);
const findByReference = statement<readonly [petId: bigint, reference: string | null]>(
  'SELECT pet_id, reference FROM pet_profiles WHERE reference = $1 OR reference_key = $2',
);
const findNextSpecies = oneRow<[after: string], string | null>(
  'SELECT min(species) FROM pet_profiles WHERE species > $1',
  firstColumn<string | null>,
);

/** The profile of an animal, empty if it has none. */
export async function findProfile(db: Queryable, petId: bigint): Promise<Profile> {
  return (await findProfiles(db, [petId])).get(petId) ?? {};
}

/** The profiles of animals that have one. */
export async function findProfiles(db: Queryable, petIds: readonly bigint[]): Promise<Map<bigint, Profile>> {
  if (petIds.length === 0) return new Map();
  const ids = placeholders(1, petIds.length);
  const profiles = statement<ProfileRow>(`SELECT ${columns.join(', ')} FROM pet_profiles WHERE pet_id IN ${ids}`);
  const tags = statement<readonly [petId: bigint, tag: string]>(
    `SELECT pet_id, tag FROM pet_tags WHERE pet_id IN ${ids} ORDER BY pet_id, tag`,
  );
  const found = new Map((await db.query(profiles, petIds)).map((row) => [row[0], toProfile(row)]));
  for (const [petId, words] of Map.groupBy(await db.query(tags, petIds), ([id]) => id)) {
    found.set(petId, { ...found.get(petId), tags: words.map(([, tag]) => tag) });
  }
  return found;
}

/** In SQL, 1 for an animal that the public may not see on a day, and NULL for others: it is on hold, or left but was not adopted. */
export function hiddenOn(day: string, petId: string): string {
  const isHidden = `hidden.hold_until >= ${day} OR hidden.outcome_type <> 'adoption'`;
  return `(SELECT 1 FROM pet_profiles AS hidden WHERE hidden.pet_id = ${petId} AND (${isHidden}))`;
}

/** The different species, by their code points, up to `limit`. Each takes one step in the index. */
export async function findSpecies(db: Queryable, limit: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < limit) {
    const species = await findNextSpecies(db, found.at(-1) ?? '');
    if (species == null) break;
    found.push(species);
  }
  return found;
}

const findSpellings = allRows<[key: string], string>(
  "SELECT text FROM spellings WHERE field = 'species' AND text_key = $1 LIMIT 2",
  firstColumn<string>,
);

/** How a species is written if all animals have it in one spelling: then an index finds them. */
export async function findOnlySpelling(
  db: Queryable,
  [species, ...others]: readonly string[] = [],
): Promise<string | undefined> {
  if (species === undefined || others.length > 0) return undefined;
  const [spelling = species, ...more] = await findSpellings(db, foldSpelling(species));
  return more.length === 0 ? spelling : undefined;
}

/** The animals with a reference, however it is written: earlier releases let several have it in different spellings. */
export async function findPetIdsByReference(db: Queryable, reference: string): Promise<bigint[]> {
  const key = foldReference(reference);
  const found = await db.query(findByReference, [reference, key]);
  return found.flatMap(([petId, other]) => (foldReference(other ?? '') === key ? [petId] : []));
}

/**
 * The animals that have references, by their keys. Also frees the keys of those whose reference an earlier release has changed.
 */
export async function findReferenceOwners(
  tx: Transaction,
  references: readonly string[],
): Promise<Map<string, bigint>> {
  const owners = new Map<string, bigint>();
  if (references.length === 0) return owners;
  const keys = new Set(references.map(foldReference));
  const list = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => `$${first + index}`).join();
  const find = statement<readonly [petId: bigint, reference: string | null, key: string | null]>(
    `SELECT pet_id, reference, reference_key FROM pet_profiles
     WHERE reference IN (${list(1, references.length)}) OR reference_key IN (${list(references.length + 1, keys.size)})`,
  );
  for (const [petId, reference, key] of await tx.query(find, [...references, ...keys])) {
    const own = foldReference(reference ?? '');
    if (keys.has(own)) owners.set(own, petId);
    else if (key !== null) await releaseReference(tx, key);
  }
  return owners;
}

/** The profiles after an id of those that have one, by ascending id. */
export const findProfileIds = allRows<[after: bigint, limit: bigint], bigint>(
  'SELECT pet_id FROM pet_profiles WHERE pet_id > $1 ORDER BY pet_id LIMIT $2',
  firstColumn<bigint>,
);

/** Stores a changed profile. */
export async function saveProfile(tx: Transaction, petId: bigint, before: Profile, profile: Profile): Promise<void> {
  const params = toParams(profile);
  for (const { field, forget } of places) {
    if (before[field] !== undefined && before[field] !== profile[field]) await forget(tx, petId);
  }
  if (params.every((param) => param === null)) await remove(tx, petId);
  else await tx.query(save, [petId, ...params]);
  await saveFoldings(tx, petId, before, profile);
  const { tags = [] } = profile;
  if (tags.join('\n') === before.tags?.join('\n')) return;
  if (before.tags !== undefined) await removeTags(tx, petId);
  if (tags.length > 0) {
    await tx.query(
      insertTags(tags.length),
      tags.flatMap((tag) => [petId, tag]),
    );
  }
}

/** Stores the profiles of animals that have none yet, and whose references nobody has, with few statements. */
export async function insertProfiles(
  tx: Transaction,
  profiles: readonly (readonly [bigint, Profile])[],
): Promise<void> {
  if (profiles.length === 0) return;
  const rows: Param[] = [];
  const spellings = new Map<string, Param[]>();
  const tags: Param[] = [];
  for (const [petId, profile] of profiles) {
    const { reference } = profile;
    rows.push(petId, ...toParams(profile), reference === undefined ? null : foldReference(reference));
    for (const field of foldedFields) {
      const text = profile[field];
      if (text !== undefined) spellings.set(`${field} ${text}`, [field, text, foldSpelling(text)]);
    }
    for (const tag of profile.tags ?? []) tags.push(petId, tag);
  }
  await tx.query(insertAll(profiles.length), rows);
  // In one order, so that concurrent writes of them do not wait for each other.
  const spelled = [...spellings].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, params]) => params);
  for (let at = 0; at < spelled.length; at += maxSpellings) {
    const some = spelled.slice(at, at + maxSpellings);
    await tx.query(insertSpellings(some.length), some.flat());
  }
  if (tags.length > 0) await tx.query(insertTags(tags.length / 2), tags);
}

/** A text that two profiles have in common only if they say the same. */
export function textOfProfile(profile: Profile): string {
  return JSON.stringify(
    [...toParams(profile), ...(profile.tags ?? [])].map((value) => (value === null ? null : String(value))),
  );
}

/** Stores by what the texts and the reference of a profile are compared, as far as they differ from those before. */
export async function saveFoldings(tx: Transaction, petId: bigint, before: Profile, profile: Profile): Promise<void> {
  for (const field of foldedFields) {
    const text = profile[field];
    if (text !== undefined && text !== before[field]) await insertSpelling(tx, field, text, foldSpelling(text));
  }
  const { reference } = profile;
  if (reference === before.reference) return;
  await claimReference(tx, reference === undefined ? null : foldReference(reference), petId);
}

export async function deleteProfile(tx: Transaction, petId: bigint): Promise<void> {
  for (const { forget } of places) await forget(tx, petId);
  await remove(tx, petId);
  await removeTags(tx, petId);
}

/** The column that tells whether an animal gets along with somebody. */
export function companionColumn(whom: Companion): string {
  return `good_with_${columnOf(whom)}`;
}

/** The column of a field that has one. */
export function columnOf(name: FieldName | Companion): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toParams(profile: Profile): Param[] {
  const { goodWith = {}, fee, attributes, videos } = profile;
  return [
    ...plain.map((name) => profile[name] ?? null),
    ...flags.map((name) => toFlag(profile[name])),
    ...companions.map((whom) => toFlag(goodWith[whom])),
    fee?.amountMinor ?? null,
    fee?.currency ?? null,
    attributes === undefined ? null : JSON.stringify(attributes),
    videos?.join('\n') ?? null,
  ];
}

/** Without its tags. In one pass, because listings read many rows. */
function toProfile(row: ProfileRow): Profile {
  const profile: { [Name in FieldName]?: unknown } = {};
  let at = 1;
  let goodWith: GoodWith | undefined;
  for (const name of plain) {
    const value = row[at++];
    if (value !== null) profile[name] = value;
  }
  for (const name of flags) {
    const value = row[at++];
    if (value !== null) profile[name] = value === 1n;
  }
  for (const whom of companions) {
    const value = row[at++];
    if (value === null) continue;
    goodWith ??= {};
    goodWith[whom] = value === 1n;
  }
  const [amountMinor, currency, attributes, videos] = row.slice(at);
  if (goodWith !== undefined) profile.goodWith = goodWith;
  if (amountMinor !== null) profile.fee = { amountMinor, currency };
  if (typeof attributes === 'string') profile.attributes = JSON.parse(attributes);
  if (typeof videos === 'string') profile.videos = videos.split('\n');
  return profile as Profile;
}

function toFlag(value: boolean | undefined): bigint | null {
  return value === undefined ? null : value ? 1n : 0n;
}
