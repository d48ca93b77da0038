import { foldWords } from '../lib/fold-text.ts';
import type { Profile } from '../model/profiles.ts';
import { statement, type Transaction, type WordIndex } from '../store/statement.ts';

/** Of long descriptions the first words are found: pages of a search read the words of many animals. */
const maxUnits = 4_096;

/** The words of animals whose profiles have texts, among them those of their names: so one index has all words of a search. */
export const textsOfPets: WordIndex = { name: 'pet_text_words', table: 'pet_texts', id: 'pet_id', column: 'words' };

const save = statement<never>(
  'INSERT INTO pet_texts (pet_id, words) VALUES ($1, $2) ON CONFLICT (pet_id) DO UPDATE SET words = excluded.words',
);
const remove = statement<never>('DELETE FROM pet_texts WHERE pet_id = $1');

/** Stores by which words an animal is found. To be called when its name or its profile has changed. */
export async function savePetText(tx: Transaction, petId: bigint, name: string, profile: Profile): Promise<void> {
  const { breed = '', tags = [], description = '' } = profile;
  const texts = [breed, ...tags, description].filter((text) => text !== '');
  if (texts.length === 0) await deletePetText(tx, petId);
  else await tx.query(save, [petId, foldWords([name, ...texts], maxUnits)]);
}

export async function deletePetText(tx: Transaction, petId: bigint): Promise<void> {
  await tx.query(remove, [petId]);
}
