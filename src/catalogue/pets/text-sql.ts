import { foldWords } from '../../lib/fold-text.ts';
import { execute } from '../../store/queries.ts';
import { placeholders, type Queryable, statement, type Transaction, type WordIndex } from '../../store/statement.ts';
import type { Profile } from '../profiles/model.ts';

/** Of long descriptions the first words are found: pages of a search read the words of many animals. */
const maxUnits = 4_096;

/** The words of animals whose profiles have texts, among them those of their names: so one index has all words of a search. */
export const textsOfPets: WordIndex = { name: 'pet_text_words', table: 'pet_texts', id: 'pet_id', column: 'words' };

const save = execute<[petId: bigint, words: string]>(
  'INSERT INTO pet_texts (pet_id, words) VALUES ($1, $2) ON CONFLICT (pet_id) DO UPDATE SET words = excluded.words',
);

/** Stores by which words an animal is found. To be called when its name or its profile has changed. */
export async function savePetText(tx: Transaction, petId: bigint, name: string, profile: Profile): Promise<void> {
  const words = petWords(name, profile);
  if (words === undefined) await deletePetText(tx, petId);
  else await save(tx, petId, words);
}

/** The words by which an animal is found; `undefined` if its profile has no texts. */
export function petWords(name: string, { breed = '', tags = [], description = '' }: Profile): string | undefined {
  const texts = [breed, ...tags, description].filter((text) => text !== '');
  return texts.length === 0 ? undefined : foldWords([name, ...texts], maxUnits);
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
