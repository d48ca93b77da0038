import { Database } from 'bun:sqlite';
import { foldWords } from '../../src/lib/fold-text.ts';
import { fillStatements, names } from '../fill.ts';

/** Beginnings that many words share, and that a search can combine so that hardly any animal has all. */
export const commonWords = ['shelter', 'shepherd', 'friendly', 'friday', 'walker', 'walnut', 'playful', 'plaza'];
const others = 'a calm home with garden for one who likes long walks in the house 1 2 3 x'.split(' ');
const species = ['Cat', 'Dog', 'Rabbit'];
const sizes = ['small', 'medium', 'large'];

/**
 * Fills the tables of a new database with animals that have profiles, texts and tags. Of two common words with the same
 * beginning an animal has one, and only some of the oldest animals have any that a page of a search ends with.
 */
export function fillCatalogue(file: string, animals: number): void {
  const db = new Database(file);
  db.run('PRAGMA synchronous = OFF');
  db.run('BEGIN');
  for (const statement of fillStatements('sqlite', animals)) db.run(statement);
  const insert = (text: string) => db.prepare(text);
  const profile = insert(
    `INSERT INTO pet_profiles (pet_id, species, breed, sex, size, good_with_children, birth_date, birth_date_precision,
       arrived_on, description) VALUES (?, ?, ?, ?, ?, ?, ?, 'day', ?, ?)`,
  );
  const words = insert('INSERT INTO pet_texts (pet_id, words) VALUES (?, ?)');
  const tag = insert('INSERT INTO pet_tags (pet_id, tag) VALUES (?, ?)');
  for (let id = 1; id <= animals; id++) {
    const common = commonWords.filter((_, index) => index % 2 === (id >> (index / 2)) % 2);
    const text = [...others.filter((_, index) => (id * (index + 3)) % 5 < 3), ...common, `n${id}`].join(' ');
    const kind = species[id % species.length] ?? '';
    const breed = `Breed ${id % 500}`;
    const isFriendly = id % 1_000 === 1 ? 1 : null;
    profile.run(
      id,
      kind,
      breed,
      'female',
      sizes[id % 3] ?? '',
      isFriendly,
      10_000 + (id % 9_000),
      15_000 + (id % 4_000),
      text,
    );
    // As `savePetText` stores them: behind the mark are those that the public searches.
    words.run(id, `| ${foldWords([`${names[(id - 1) % names.length]} ${id}`, kind, breed, text], 4_096)}`);
    tag.run(id, id % 2 === 0 ? 'calm' : 'lively');
  }
  for (const field of ['species', 'breed']) {
    db.run(
      `INSERT OR IGNORE INTO spellings (field, text, text_key) SELECT DISTINCT '${field}', ${field}, lower(${field}) FROM pet_profiles`,
    );
  }
  db.run('COMMIT');
  db.run('ANALYZE');
  db.close();
}
