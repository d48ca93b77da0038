import type { Engine } from './scenario.ts';

export const names = ['Bella', 'Max', 'Luna', 'Charlie', 'Lucy', 'Cooper', 'Daisy', 'Milo', 'Nala', 'Rocky'];
// Three in five are available: a shelter's catalogue, not an archive.
const statuses = ['available', 'available', 'available', 'pending', 'sold'];
export const categoryCount = 20;
/** Takes less than a second, so that an interrupt is heard in between. */
const animalsAtOnce = 100_000;
/** The newest events; the others are forgotten, as they are after a while. */
const keptEvents = 100_000;

/** `index` counts from 0; the id is one more. */
export function animalAt(index: number) {
  return {
    name: `${names[index % names.length]} ${index + 1}`,
    categoryId: 1 + (index % categoryCount),
    status: statuses[index % statuses.length],
  };
}

/**
 * Fills the empty tables that petstore made: 10,000,000 requests would take a quarter of an hour. Beside the animals stand
 * the counts, up to which event they go (docs/decisions/0011), and the newest events.
 */
export function* fillStatements(engine: Engine, animals: number): Generator<string> {
  for (let first = 1; first <= animals; first += animalsAtOnce) {
    yield insertAnimals(engine, first, Math.min(animals, first + animalsAtOnce - 1));
  }
  yield 'INSERT INTO inventory (category_id, status, animals) SELECT category_id, status, count(*) FROM pets GROUP BY category_id, status';
  yield `INSERT INTO events (id, type, at, pet_id, name, category_id, status)
    SELECT id, 'pet.created', ${Date.now()}, id, name, category_id, status FROM pets WHERE id > ${animals - keptEvents} ORDER BY id`;
  yield 'INSERT INTO inventory_totals (status, animals) SELECT status, sum(animals) FROM inventory GROUP BY status';
  yield 'DELETE FROM event_marks';
  yield `INSERT INTO event_marks (name, event_id)
    VALUES ('inventory', ${animals}), ('totals', ${animals}), ('profiles', ${animals})`;
  yield* engine === 'sqlite' ? indexAnimals : settleStatements(animals);
}

/** What petstore does in the background with animals that were added on SQLite. */
const indexAnimals = [
  "INSERT INTO pet_words (pet_words) VALUES ('rebuild')",
  'INSERT INTO pet_names (name_key, id) SELECT name_key, id FROM pets ORDER BY name_key, id',
  'INSERT INTO pet_changes (updated_at, id) SELECT updated_at, id FROM pets ORDER BY updated_at, id',
  'UPDATE pets_indexed SET last_id = (SELECT coalesce(max(id), 0) FROM pets)',
];

/** Of PostgreSQL: else it would happen by itself, while somebody is measured. */
function settleStatements(animals: number): string[] {
  return [`ALTER TABLE pets ALTER COLUMN id RESTART WITH ${animals + 1}`, 'VACUUM ANALYZE', 'CHECKPOINT'];
}

function insertAnimals(engine: Engine, first: number, last: number): string {
  const choice = (texts: readonly string[]) =>
    `CASE (id - 1) % ${texts.length} ${texts.map((text, index) => `WHEN ${index} THEN '${text}'`).join(' ')} END`;
  return `
    INSERT INTO pets (id, name, name_key, category_id, status) ${engine === 'postgres' ? 'OVERRIDING SYSTEM VALUE' : ''}
    WITH RECURSIVE numbers (id) AS (SELECT ${first} UNION ALL SELECT id + 1 FROM numbers WHERE id < ${last})
    SELECT id, ${choice(names)} || ' ' || id, lower(${choice(names)}) || ' ' || id, 1 + (id - 1) % ${categoryCount}, ${choice(statuses)} FROM numbers`;
}

/**
 * Gives each animal two photos like the one that a file has. They have no files of their own: what a listing says of a
 * photo is in its row.
 */
export const addPhotos = `
  INSERT INTO pet_photos (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at)
  SELECT pets.id, places.position, lower(hex(randomblob(24))), 'From the front', width, height, color, placeholder,
    pet_photos.created_at
  FROM pets, pet_photos, (SELECT 0 AS position UNION ALL SELECT 1) AS places
  WHERE pets.id <> pet_photos.pet_id OR places.position <> pet_photos.position`;
