import { Database } from 'bun:sqlite';
import { Elysia, status as respond, t } from 'elysia';

const { HOST, PORT, DATABASE_URL } = process.env;
const baseUrl = `http://${HOST}:${PORT}/v1`;
const keyBeliefMs = 500;
const maxBelievedKeys = 10_000;

const db = new Database(DATABASE_URL.replace('sqlite:', ''));
db.run('PRAGMA journal_mode = WAL');
db.run('PRAGMA synchronous = FULL');
db.run('PRAGMA cache_size = -65536');

const petColumns = 'SELECT id, name, category_id AS "categoryId", status FROM pets WHERE';
const findPet = db.query(`${petColumns} id = ?`);
const listPets = db.query(`${petColumns} id > ? ORDER BY id LIMIT ?`);
const listPetsByStatus = db.query(`${petColumns} status = ? AND id > ? ORDER BY id LIMIT ?`);
const insertPet = db.query('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)');
const findKey = db.query(
  'SELECT id FROM keys WHERE secret_hash = ? AND revoked_at IS NULL AND coalesce(expires_at > ?, true)',
);

const Status = t.Union([t.Literal('available'), t.Literal('pending'), t.Literal('sold')]);
const NewPet = t.Object(
  { name: t.String({ minLength: 1, maxLength: 255 }), categoryId: t.Integer(), status: t.Optional(Status) },
  { additionalProperties: false },
);
const Pet = t.Object({ id: t.Integer(), name: t.String(), categoryId: t.Integer(), status: Status });
/** With schemas Elysia checks each response, and writes its JSON by them; without, it is given the JSON. */
const hasResponseSchemas = process.argv[2] === 'response-schemas';
const responseOf = (schemas) => (hasResponseSchemas ? { response: schemas } : {});
const PetPath = t.Object({ petId: t.Integer() });
const ListQuery = t.Object({
  limit: t.Integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: t.Integer({ default: 0 }),
  status: t.Optional(Status),
});

class Failure extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

new Elysia()
  .onRequest(({ request, set }) => {
    set.headers['x-request-id'] = request.headers.get('x-request-id') ?? crypto.randomUUID();
  })
  .onError(({ code, error, set }) => {
    set.headers['cache-control'] = 'no-store';
    if (code === 'VALIDATION')
      return fail(400, 'validation_failed', error.all.map(({ summary }) => summary).join('; '));
    if (error.status === 401) set.headers['www-authenticate'] = 'Bearer realm="petstore", error="invalid_token"';
    return fail(error.status ?? 500, error.code ?? 'internal_error', error.message);
  })
  .get('/readyz', () => ({ status: 'ready' }))
  .group('/v1', (api) =>
    api
      // Before the fields are checked.
      .onTransform(({ request }) => authenticate(request.headers.get('authorization') ?? ''))
      .post(
        '/pets',
        ({ body: { name, categoryId, status = 'available' }, set }) => {
          const id = insertPet.run(name, categoryId, status).lastInsertRowid;
          set.status = 201;
          set.headers['location'] = `${baseUrl}/pets/${id}`;
          set.headers['cache-control'] = 'no-store';
          return { id, name, categoryId, status };
        },
        { body: NewPet, ...responseOf({ 201: Pet }) },
      )
      .get(
        '/pets',
        ({ query: { limit, cursor, status }, request, set }) => {
          // One more than the page holds tells whether there is a next one.
          const rows =
            status === undefined ? listPets.all(cursor, limit + 1) : listPetsByStatus.all(status, cursor, limit + 1);
          if (rows.length > limit) {
            rows.pop();
            const next = new URLSearchParams({ limit, ...(status && { status }), cursor: rows.at(-1).id });
            set.headers['link'] = `<${baseUrl}/pets?${next}>; rel="next"`;
          }
          return tagged(request, set, rows);
        },
        { query: ListQuery, ...responseOf({ 200: t.Array(Pet) }) },
      )
      .get(
        '/pets/:petId',
        ({ params: { petId }, request, set }) => {
          const found = findPet.get(petId);
          if (found === null) throw new Failure(404, 'pet_not_found', `There is no animal with the id ${petId}.`);
          set.headers['deprecation'] = '@1764892800';
          set.headers['sunset'] = 'Thu, 05 Dec 2030 00:00:00 GMT';
          set.headers['link'] = `<${baseUrl}/pets?id=${petId}>; rel="successor-version"`;
          return tagged(request, set, found);
        },
        { params: PetPath, ...responseOf({ 200: Pet }) },
      ),
  )
  .listen({ hostname: HOST, port: Number(PORT) });

function tagged(request, set, value) {
  const body = JSON.stringify(value);
  const tag = `"${Bun.hash(body).toString(36)}"`;
  set.headers['content-type'] = 'application/json';
  set.headers['cache-control'] = 'private, no-cache';
  set.headers['etag'] = tag;
  if (request.headers.get('if-none-match') === tag) return respond(304);
  return hasResponseSchemas ? value : body;
}

function fail(status, code, message) {
  return respond(status, { code, message, status });
}

const believedUntil = new Map();

function authenticate(header) {
  const now = Date.now();
  if (believedUntil.get(header) > now) return;
  const secret = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (secret === undefined)
    throw new Failure(401, 'missing_api_key', 'Send an API key as: Authorization: Bearer <API_KEY>.');
  const hash = new Bun.CryptoHasher('sha256').update(secret).digest('hex');
  if (findKey.get(hash, now) === null) throw new Failure(401, 'invalid_api_key', 'There is no such API key.');
  if (believedUntil.size >= maxBelievedKeys) believedUntil.clear();
  believedUntil.set(header, now + keyBeliefMs);
}
