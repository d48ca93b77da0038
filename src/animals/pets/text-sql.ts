import { foldWords } from '../../lib/fold-text.ts';
import { internalFields, type Profile, searchedFields } from '../../record/shapes/profile-model.ts';
import { execute } from '../../store/queries.ts';
import {
  insertOf,
  placeholders,
  type Queryable,
  statement,
  type Transaction,
  type WordIndex,
} from '../../store/statement.ts';
import { findNoteTexts, saveNoteWords } from '../notes/sql.ts';

/** Of long descriptions the first words are found: pages of a search read the words of many animals. */
const maxUnits = 4_096;
/** Before the words that the public finds an animal by, after those that only staff do. No folded word has it. */
const mark = '|';

/** The words of animals whose profiles have texts, among them those of their names: so one index has all words of a search. */
export const textsOfPets: WordIndex = { name: 'pet_text_words', table: 'pet_texts', id: 'pet_id', column: 'words' };
export const publicTextsOfPets: WordIndex = { ...textsOfPets, onlyAfter: mark };

const isInternal = (field: string) => internalFields.some((name) => name === field);
const publicFields = searchedFields.filter((field) => !isInternal(field));
const staffFields = searchedFields.filter(isInternal);

const save = execute<[petId: bigint, words: string]>(
  'INSERT INTO pet_texts (pet_id, words) VALUES ($1, $2) ON CONFLICT (pet_id) DO UPDATE SET words = excluded.words',
);

/** Stores by which words an animal is found. To be called when its name, its profile or its notes have changed. */
export async function savePetText(
  tx: Transaction,
  petId: bigint,
  name: string,
  profile: Profile,
  hasChangedNotes = false,
): Promise<void> {
  const words = petWords(name, profile);
  const [notes] = await Promise.all([
    findNoteTexts(tx, petId),
    words === undefined ? deletePetText(tx, petId) : save(tx, petId, words),
  ]);
  if (notes.length === 0 && !hasChangedNotes) return;
  await saveNoteWords(tx, petId, notes, [name, ...textsOf(profile, searchedFields)]);
}

const insert = insertOf<never>(2, (values) => `INSERT INTO pet_texts (pet_id, words) VALUES ${values}`);

/** The same for animals that have none yet. */
export async function insertPetTexts(
  tx: Transaction,
  pets: readonly { id: bigint; name: string; profile: Profile }[],
): Promise<void> {
  const texts = pets.flatMap(({ id, name, profile }) => {
    const words = petWords(name, profile);
    return words === undefined ? [] : [[id, words]];
  });
  if (texts.length > 0) await tx.query(insert(texts.length), texts.flat());
}

/** Stores the words of animals whose stored ones differ from what their profiles say. */
export async function savePetTexts(tx: Transaction, profiles: ReadonlyMap<bigint, Profile>): Promise<void> {
  const ids = [...profiles.keys()];
  if (ids.length === 0) return;
  const texts = await findPetTexts(tx, ids);
  const found = await tx.query(
    statement<readonly [id: bigint, name: string]>(
      `SELECT id, name FROM pets WHERE id IN ${placeholders(1, ids.length)} ORDER BY id`,
    ),
    ids,
  );
  const stale = found.filter(([id, name]) => petWords(name, profiles.get(id) ?? {}) !== texts.get(id));
  if (stale.length === 0) return;
  // As they are: where an animal has no words yet, nothing else makes a concurrent write of its profile conflict with this one.
  const lock = statement<never>(
    `UPDATE pet_profiles SET pet_id = pet_id WHERE pet_id IN ${placeholders(1, stale.length)}`,
  );
  await tx.query(
    lock,
    stale.map(([id]) => id),
  );
  for (const [id, name] of stale) await savePetText(tx, id, name, profiles.get(id) ?? {});
}

/** The words by which an animal is found; `undefined` if its profile has no texts. */
export function petWords(name: string, profile: Profile): string | undefined {
  const own = [...textsOf(profile, staffFields), ...Object.values(profile.attributes ?? {})];
  const shown = textsOf(profile, publicFields);
  if (own.length === 0 && shown.length === 0) return undefined;
  const ends = profile.microchip === undefined ? '' : ` ${chipEnd(profile.microchip)}`;
  return `${foldWords(own, maxUnits)}${ends} ${mark} ${foldWords([name, ...shown], maxUnits)}`.trim();
}

/** A word that begins as a chip ends: backwards, after a letter that no other word begins with. */
export function chipEnd(digits: string): string {
  return `ǂ${[...digits.toLowerCase()].reverse().join('')}`;
}

function textsOf(profile: Profile, fields: typeof searchedFields): string[] {
  return fields.flatMap((field) => profile[field] ?? []);
}

/** The stored words of animals that have any. */
export async function findPetTexts(db: Queryable, petIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (petIds.length === 0) return new Map();
  const find = statement<readonly [petId: bigint, words: string]>(
    `SELECT pet_id, words FROM pet_texts WHERE pet_id IN ${placeholders(1, petIds.length)}`,
  );
  return new Map(await db.query(find, petIds));
}

export const deletePetText = execute<[petId: bigint]>('DELETE FROM pet_texts WHERE pet_id = $1');
