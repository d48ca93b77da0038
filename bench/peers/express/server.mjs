import { createHash, randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import etag from 'etag';
import express from 'express';
import { z } from 'zod';

const { HOST, PORT, DATABASE_URL } = process.env;
const baseUrl = `http://${HOST}:${PORT}/v1`;
const keyBeliefMs = 500;
const maxBelievedKeys = 10_000;

const db = new Database(DATABASE_URL.replace('sqlite:', ''));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('cache_size = -65536');

const petColumns = 'SELECT id, name, category_id AS "categoryId", status FROM pets WHERE';
const findPet = db.prepare(`${petColumns} id = ?`);
const listPets = db.prepare(`${petColumns} id > ? ORDER BY id LIMIT ?`);
const listPetsByStatus = db.prepare(`${petColumns} status = ? AND id > ? ORDER BY id LIMIT ?`);
const insertPet = db.prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)');
const findKey = db.prepare(
  'SELECT id FROM keys WHERE secret_hash = ? AND revoked_at IS NULL AND coalesce(expires_at > ?, true)',
);

const Status = z.enum(['available', 'pending', 'sold']);
const NewPet = z.strictObject({
  name: z.string().min(1).max(255),
  categoryId: z.int(),
  status: Status.default('available'),
});
const PetPath = z.object({ petId: z.coerce.number().int() });
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.coerce.number().int().default(0),
  status: Status.optional(),
});

const app = express();
app.disable('x-powered-by');
// Only reads have one.
app.disable('etag');

app.use((request, response, next) => {
  response.set('X-Content-Type-Options', 'nosniff').set('X-Request-Id', request.get('x-request-id') ?? randomUUID());
  next();
});

app.get('/readyz', (_request, response) => {
  response.json({ status: 'ready' });
});

const api = express.Router();
api.use(authenticate);

api.post('/pets', express.json(), (request, response) => {
  const { name, categoryId, status } = NewPet.parse(request.body);
  const id = insertPet.run(name, categoryId, status).lastInsertRowid;
  response.status(201).location(`${baseUrl}/pets/${id}`).set('Cache-Control', 'no-store');
  response.json({ id, name, categoryId, status });
});

api.get('/pets', (request, response) => {
  const { limit, cursor, status } = ListQuery.parse(request.query);
  // One more than the page holds tells whether there is a next one.
  const rows = status === undefined ? listPets.all(cursor, limit + 1) : listPetsByStatus.all(status, cursor, limit + 1);
  if (rows.length > limit) {
    rows.pop();
    const next = new URLSearchParams({ limit, ...(status && { status }), cursor: rows.at(-1).id });
    response.set('Link', `<${baseUrl}/pets?${next}>; rel="next"`);
  }
  sendTagged(response, rows);
});

api.get('/pets/:petId', (request, response) => {
  const { petId } = PetPath.parse(request.params);
  const found = findPet.get(petId);
  if (found === undefined) throw failure(404, 'pet_not_found', `There is no animal with the id ${petId}.`);
  response.set('Deprecation', '@1764892800');
  response.set('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
  response.set('Link', `<${baseUrl}/pets?id=${petId}>; rel="successor-version"`);
  sendTagged(response, found);
});

app.use('/v1', api);

app.use((error, _request, response, _next) => {
  const isInvalid = error instanceof z.ZodError;
  const status = isInvalid ? 400 : (error.status ?? 500);
  const code = isInvalid ? 'validation_failed' : (error.code ?? error.type ?? 'internal_error');
  const message = isInvalid ? z.prettifyError(error) : error.message;
  if (status === 401) response.set('WWW-Authenticate', 'Bearer realm="petstore", error="invalid_token"');
  response.status(status).set('Cache-Control', 'no-store').json({ code, message, status });
});

/** `send` answers 304 by itself. */
function sendTagged(response, value) {
  const body = JSON.stringify(value);
  response.set('Cache-Control', 'private, no-cache').vary('Prefer').set('ETag', etag(body)).type('json').send(body);
}

const believedUntil = new Map();

function authenticate(request, _response, next) {
  const header = request.get('authorization') ?? '';
  const now = Date.now();
  if (believedUntil.get(header) > now) return next();
  const secret = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (secret === undefined)
    throw failure(401, 'missing_api_key', 'Send an API key as: Authorization: Bearer <API_KEY>.');
  const hash = createHash('sha256').update(secret).digest('hex');
  if (findKey.get(hash, now) === undefined) throw failure(401, 'invalid_api_key', 'There is no such API key.');
  if (believedUntil.size >= maxBelievedKeys) believedUntil.clear();
  believedUntil.set(header, now + keyBeliefMs);
  next();
}

function failure(status, code, message) {
  return Object.assign(new Error(message), { status, code });
}

app.listen(Number(PORT), HOST);
