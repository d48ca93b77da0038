import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { withoutNulls } from '../lib/objects.ts';
import type { DatePrecision, PetSex, PetSize, Profile } from '../model/profiles.ts';
import { insertOf, type Param, placeholders, type Queryable, statement, type Transaction } from '../store/statement.ts';

type ProfileRow = readonly [
  petId: bigint,
  description: string | null,
  species: string | null,
  breed: string | null,
  color: string | null,
  coat: string | null,
  sex: PetSex | null,
  size: PetSize | null,
  birthDate: bigint | null,
  birthDatePrecision: DatePrecision | null,
  neutered: bigint | null,
  vaccinated: bigint | null,
  houseTrained: bigint | null,
  specialNeeds: bigint | null,
  goodWithChildren: bigint | null,
  goodWithDogs: bigint | null,
  goodWithCats: bigint | null,
  location: string | null,
  arrivedOn: bigint | null,
  feeAmountMinor: bigint | null,
  feeCurrency: string | null,
  reference: string | null,
  attributes: string | null,
];

const ownColumns = [
  ...['description', 'species', 'breed', 'color', 'coat', 'sex', 'size', 'birth_date', 'birth_date_precision'],
  ...['neutered', 'vaccinated', 'house_trained', 'special_needs', 'good_with_children', 'good_with_dogs'],
  ...['good_with_cats', 'location', 'arrived_on', 'fee_amount_minor', 'fee_currency', 'reference', 'attributes'],
];
const columns = ['pet_id', ...ownColumns];
const save = statement<never>(
  `INSERT INTO pet_profiles (${columns.join(', ')}) VALUES ${placeholders(1, columns.length)}
   ON CONFLICT (pet_id) DO UPDATE SET ${ownColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
);
const remove = statement<never>('DELETE FROM pet_profiles WHERE pet_id = $1');
const removeTags = statement<never>('DELETE FROM pet_tags WHERE pet_id = $1');
const insertTags = insertOf<never>(2, (values) => `INSERT INTO pet_tags (pet_id, tag) VALUES ${values}`);
const findNextSpecies = statement<readonly [species: string | null]>(
  'SELECT min(species) FROM pet_profiles WHERE species > $1',
);
const findByReference = statement<readonly [petId: bigint]>('SELECT pet_id FROM pet_profiles WHERE reference = $1');

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
    const [row] = await db.query(findNextSpecies, [found.at(-1) ?? '']);
    const species = row?.[0] ?? null;
    if (species === null) break;
    found.push(species);
  }
  return found;
}

/** The animal with a reference. */
export function findPetIdByReference(db: Queryable, reference: string): MaybePromise<bigint | undefined> {
  return andThen(db.query(findByReference, [reference]), ([row]) => row?.[0]);
}

/** Stores a changed profile. */
export async function saveProfile(tx: Transaction, petId: bigint, before: Profile, profile: Profile): Promise<void> {
  const params = toParams(profile);
  if (params.every((param) => param === null)) await tx.query(remove, [petId]);
  else await tx.query(save, [petId, ...params]);
  const { tags = [] } = profile;
  if (tags.join('\n') === before.tags?.join('\n')) return;
  if (before.tags !== undefined) await tx.query(removeTags, [petId]);
  if (tags.length > 0) {
    await tx.query(
      insertTags(tags.length),
      tags.flatMap((tag) => [petId, tag]),
    );
  }
}

export async function deleteProfile(tx: Transaction, petId: bigint): Promise<void> {
  await tx.query(remove, [petId]);
  await tx.query(removeTags, [petId]);
}

function toParams(profile: Profile): Param[] {
  const { goodWith = {}, fee, attributes } = profile;
  return [
    profile.description ?? null,
    profile.species ?? null,
    profile.breed ?? null,
    profile.color ?? null,
    profile.coat ?? null,
    profile.sex ?? null,
    profile.size ?? null,
    profile.birthDate ?? null,
    profile.birthDatePrecision ?? null,
    toFlag(profile.neutered),
    toFlag(profile.vaccinated),
    toFlag(profile.houseTrained),
    toFlag(profile.specialNeeds),
    toFlag(goodWith.children),
    toFlag(goodWith.dogs),
    toFlag(goodWith.cats),
    profile.location ?? null,
    profile.arrivedOn ?? null,
    fee?.amountMinor ?? null,
    fee?.currency ?? null,
    profile.reference ?? null,
    attributes === undefined ? null : JSON.stringify(attributes),
  ];
}

/** Without its tags. */
function toProfile(row: ProfileRow): Profile {
  const [, description, species, breed, color, coat, sex, size, birthDate, birthDatePrecision, ...others] = row;
  const [neutered, vaccinated, houseTrained, specialNeeds, children, dogs, cats, location, ...last] = others;
  const [arrivedOn, amountMinor, currency, reference, attributes] = last;
  const isGoodWith = children !== null || dogs !== null || cats !== null;
  return withoutNulls({
    description,
    species,
    breed,
    color,
    coat,
    sex,
    size,
    birthDate,
    birthDatePrecision,
    neutered: fromFlag(neutered),
    vaccinated: fromFlag(vaccinated),
    houseTrained: fromFlag(houseTrained),
    specialNeeds: fromFlag(specialNeeds),
    goodWith: isGoodWith
      ? withoutNulls({ children: fromFlag(children), dogs: fromFlag(dogs), cats: fromFlag(cats) })
      : null,
    location,
    arrivedOn,
    fee: amountMinor === null || currency === null ? null : { amountMinor, currency },
    reference,
    attributes: attributes === null ? null : (JSON.parse(attributes) as Record<string, string>),
  });
}

function toFlag(value: boolean | undefined): bigint | null {
  return value === undefined ? null : value ? 1n : 0n;
}

function fromFlag(value: bigint | null): boolean | null {
  return value === null ? null : value === 1n;
}
