import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { change, firstColumn, oneRow } from '../../store/queries.ts';
import {
  insertOf,
  type Param,
  placeholders,
  type Queryable,
  statement,
  type Transaction,
} from '../../store/statement.ts';
import { columnsOf, profileFields } from './fields.ts';
import { companions, type Fee, type FieldName, fieldsOf, type GoodWith, type Profile } from './model.ts';

type ProfileRow = readonly [petId: bigint, ...values: Param[]];

/** How a field is stored. */
interface StoredField {
  readonly name: FieldName;
  /** Appends its values to those of a row. */
  write(profile: Profile, row: Param[]): void;
  /** Its value from a row in which its values begin at a place; `undefined` for NULL. */
  read(row: ProfileRow, at: number): unknown;
}

/** All but the tags, which have a table of their own. */
const storedFields: readonly StoredField[] = [
  ...fieldsOf('text', 'word', 'date').map((name) => ({
    name,
    write: (profile: Profile, row: Param[]) => row.push(profile[name] ?? null),
    read: (row: ProfileRow, at: number) => row[at] ?? undefined,
  })),
  ...fieldsOf('flag').map((name) => ({
    name,
    write: (profile: Profile, row: Param[]) => row.push(toFlag(profile[name])),
    read: readFlag,
  })),
  {
    name: 'goodWith',
    write({ goodWith }, row) {
      for (const whom of companions) row.push(toFlag(goodWith?.[whom]));
    },
    read: readGoodWith,
  },
  { name: 'fee', write: ({ fee }, row) => row.push(fee?.amountMinor ?? null, fee?.currency ?? null), read: readFee },
  {
    name: 'attributes',
    write: ({ attributes }, row) => row.push(attributes === undefined ? null : JSON.stringify(attributes)),
    read: readAttributes,
  },
];

const columnsOfField = ({ name }: StoredField) => Object.keys(columnsOf(name, profileFields[name]));
const ownColumns = storedFields.flatMap(columnsOfField);
const columns = ['pet_id', ...ownColumns];
const readers = storedFields.map((field) => {
  const at = columns.indexOf(columnsOfField(field)[0] ?? '');
  return { name: field.name, read: field.read, at };
});
const save = statement<never>(
  `INSERT INTO pet_profiles (${columns.join(', ')}) VALUES ${placeholders(1, columns.length)}
   ON CONFLICT (pet_id) DO UPDATE SET ${ownColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
);
const remove = change<[petId: bigint]>('DELETE FROM pet_profiles WHERE pet_id = $1');
const removeTags = change<[petId: bigint]>('DELETE FROM pet_tags WHERE pet_id = $1');
const insertTags = insertOf<never>(2, (values) => `INSERT INTO pet_tags (pet_id, tag) VALUES ${values}`);
const findNextSpecies = oneRow<[after: string], string | null>(
  'SELECT min(species) FROM pet_profiles WHERE species > $1',
  firstColumn<string | null>,
);

/** The profile of an animal, empty if it has none. */
export function findProfile(db: Queryable, petId: bigint): MaybePromise<Profile> {
  return andThen(findProfiles(db, [petId]), (profiles) => profiles.get(petId) ?? {});
}

/** The profiles of animals that have one. */
export function findProfiles(db: Queryable, petIds: readonly bigint[]): MaybePromise<Map<bigint, Profile>> {
  if (petIds.length === 0) return new Map();
  const ids = placeholders(1, petIds.length);
  const profiles = statement<ProfileRow>(`SELECT ${columns.join(', ')} FROM pet_profiles WHERE pet_id IN ${ids}`);
  const tags = statement<readonly [petId: bigint, tag: string]>(
    `SELECT pet_id, tag FROM pet_tags WHERE pet_id IN ${ids} ORDER BY pet_id, tag`,
  );
  return andThen(db.query(profiles, petIds), (rows) =>
    andThen(db.query(tags, petIds), (tagged) => {
      const found = new Map(rows.map((row) => [row[0], toProfile(row)]));
      for (const [petId, words] of Map.groupBy(tagged, ([id]) => id)) {
        found.set(petId, { ...found.get(petId), tags: words.map(([, tag]) => tag) });
      }
      return found;
    }),
  );
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

/** The animal with a reference. */
export const findPetIdByReference = oneRow<[reference: string], bigint>(
  'SELECT pet_id FROM pet_profiles WHERE reference = $1',
  firstColumn<bigint>,
);

/** Stores a changed profile. */
export async function saveProfile(tx: Transaction, petId: bigint, before: Profile, profile: Profile): Promise<void> {
  const params = toParams(profile);
  if (params.every((param) => param === null)) await remove(tx, petId);
  else await tx.query(save, [petId, ...params]);
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

export async function deleteProfile(tx: Transaction, petId: bigint): Promise<void> {
  await remove(tx, petId);
  await removeTags(tx, petId);
}

function toParams(profile: Profile): Param[] {
  const params: Param[] = [];
  for (const { write } of storedFields) write(profile, params);
  return params;
}

/** Without its tags. */
function toProfile(row: ProfileRow): Profile {
  const profile: Partial<Record<FieldName, unknown>> = {};
  for (const { name, read, at } of readers) {
    const value = read(row, at);
    if (value !== undefined) profile[name] = value;
  }
  return profile as Profile;
}

function readFlag(row: ProfileRow, at: number): boolean | undefined {
  const value = row[at];
  return value === null ? undefined : value === 1n;
}

function toFlag(value: boolean | undefined): bigint | null {
  return value === undefined ? null : value ? 1n : 0n;
}

function readGoodWith(row: ProfileRow, at: number): GoodWith | undefined {
  const goodWith: GoodWith = {};
  let isKnown = false;
  for (let index = 0; index < companions.length; index++) {
    const [whom, is] = [companions[index], readFlag(row, at + index)];
    if (whom === undefined || is === undefined) continue;
    goodWith[whom] = is;
    isKnown = true;
  }
  return isKnown ? goodWith : undefined;
}

function readFee(row: ProfileRow, at: number): Fee | undefined {
  const [amountMinor, currency] = [row[at], row[at + 1]];
  return typeof amountMinor === 'bigint' && typeof currency === 'string' ? { amountMinor, currency } : undefined;
}

function readAttributes(row: ProfileRow, at: number): Record<string, string> | undefined {
  const text = row[at];
  return typeof text === 'string' ? (JSON.parse(text) as Record<string, string>) : undefined;
}
