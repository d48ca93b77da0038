import { Database } from 'bun:sqlite';

const { HOST, PORT, DATABASE_URL } = process.env;
const keyBeliefMs = 500;
const maxBelievedKeys = 10_000;

export const baseUrl = `http://${HOST}:${PORT}/v1`;

const db = new Database(DATABASE_URL.replace('sqlite:', ''));
db.run('PRAGMA journal_mode = WAL');
db.run('PRAGMA synchronous = FULL');
db.run('PRAGMA cache_size = -65536');

const petColumns = 'SELECT id, name, category_id AS "categoryId", status FROM pets WHERE';
const listAll = db.query(`${petColumns} id > ? ORDER BY id LIMIT ?`);
const listByStatus = db.query(`${petColumns} status = ? AND id > ? ORDER BY id LIMIT ?`);
const insert = db.query('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)');
const findKey = db.query(
  'SELECT id FROM keys WHERE secret_hash = ? AND revoked_at IS NULL AND coalesce(expires_at > ?, true)',
);

export const findPet = db.query(`${petColumns} id = ?`);

/** A page, and the link to the next one if there is one. `status` may be missing. */
export function listPets(after, limit, status) {
  // One more than the page holds tells whether there is a next one.
  const rows = status ? listByStatus.all(status, after, limit + 1) : listAll.all(after, limit + 1);
  if (rows.length <= limit) return { rows };
  rows.pop();
  const filter = status ? `&status=${status}` : '';
  return { rows, link: `<${baseUrl}/pets?limit=${limit}${filter}&cursor=${rows.at(-1).id}>; rel="next"` };
}

export function insertPet({ name, categoryId, status = 'available' }) {
  return { id: insert.run(name, categoryId, status).lastInsertRowid, name, categoryId, status };
}

export function tagOf(body) {
  return `"${Bun.hash(body).toString(36)}"`;
}

const believedUntil = new Map();

/** Gives the code and the message of a refusal. */
export function refusalOf(header) {
  const now = Date.now();
  if (believedUntil.get(header) > now) return;
  const secret = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (secret === undefined) return ['missing_api_key', 'Send an API key as: Authorization: Bearer <API_KEY>.'];
  const hash = new Bun.CryptoHasher('sha256').update(secret).digest('hex');
  if (findKey.get(hash, now) === null) return ['invalid_api_key', 'There is no such API key.'];
  if (believedUntil.size >= maxBelievedKeys) believedUntil.clear();
  believedUntil.set(header, now + keyBeliefMs);
}
