import { Database } from 'bun:sqlite';
import { categoryCount, names, statuses } from './seed.ts';

/** Takes less than a second, so that an interrupt is heard in between. */
const animalsAtOnce = 100_000;
const cacheMiB = 256;

/**
 * Fills the empty tables of a file that petstore made, with the animals that `seed` adds, and leaves it as it is when the
 * events are forgotten but for the newest: 10,000,000 requests would take a quarter of an hour.
 */
export async function fillFile(path: string, animals: number, onProgress: (done: number) => void): Promise<void> {
  const db = new Database(path);
  try {
    // A file that is lost on the way is made anew, so neither a journal nor the disk is waited for.
    db.run('PRAGMA journal_mode = OFF');
    db.run('PRAGMA synchronous = OFF');
    db.run(`PRAGMA cache_size = -${cacheMiB * 1_024}`);
    for (let first = 1; first <= animals; first += animalsAtOnce) {
      onProgress(first - 1);
      await Bun.sleep(0);
      db.run(insertAnimals(first, Math.min(animals, first + animalsAtOnce - 1)));
    }
    for (const statement of indexAnimals) db.run(statement);
    for (const statement of forgottenEvents(animals)) db.run(statement);
    db.run('PRAGMA journal_mode = WAL');
  } finally {
    db.close(true);
  }
}

/** What petstore does in the background with animals that were added. */
const indexAnimals = [
  "INSERT INTO pet_words (pet_words) VALUES ('rebuild')",
  'INSERT INTO pet_names (name_key, id) SELECT name_key, id FROM pets ORDER BY name_key, id',
  'INSERT INTO pet_changes (updated_at, id) SELECT updated_at, id FROM pets ORDER BY updated_at, id',
  'UPDATE pets_indexed SET last_id = (SELECT max(id) FROM pets)',
];

/**
 * What stands beside so many animals when their events are forgotten (docs/decisions/0011): the counts, up to which event
 * they go, and that event, which is never forgotten. For both engines.
 */
export function forgottenEvents(animals: number): string[] {
  return [
    'INSERT INTO inventory (category_id, status, animals) SELECT category_id, status, count(*) FROM pets GROUP BY category_id, status',
    `INSERT INTO events (id, type, at, pet_id, name, category_id, status)
     SELECT id, 'pet.created', ${Date.now()}, id, name, category_id, status FROM pets WHERE id = ${animals}`,
    'INSERT INTO inventory_totals (status, animals) SELECT status, sum(animals) FROM inventory GROUP BY status',
    `INSERT INTO event_marks (name, event_id) VALUES ('inventory', ${animals}), ('totals', ${animals})`,
  ];
}

/**
 * Gives each animal two photos like the one that a file has. They have no files of their own: what a listing says of a
 * photo is in its row.
 */
export function addPhotos(path: string): void {
  const db = new Database(path);
  try {
    db.run(`
      INSERT INTO pet_photos (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at)
      SELECT pets.id, places.position, lower(hex(randomblob(24))), 'From the front', width, height, color, placeholder,
        pet_photos.created_at
      FROM pets, pet_photos, (SELECT 0 AS position UNION ALL SELECT 1) AS places
      WHERE pets.id <> pet_photos.pet_id OR places.position <> pet_photos.position`);
  } finally {
    db.close(true);
  }
}

function insertAnimals(first: number, last: number): string {
  const choice = (texts: readonly string[]) =>
    `CASE (id - 1) % ${texts.length} ${texts.map((text, index) => `WHEN ${index} THEN '${text}'`).join(' ')} END`;
  return `
    INSERT INTO pets (id, name, name_key, category_id, status)
    WITH RECURSIVE numbers (id) AS (SELECT ${first} UNION ALL SELECT id + 1 FROM numbers WHERE id < ${last})
    SELECT id, ${choice(names)} || ' ' || id, lower(${choice(names)}) || ' ' || id, 1 + (id - 1) % ${categoryCount}, ${choice(statuses)} FROM numbers`;
}
