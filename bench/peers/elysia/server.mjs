import { Database } from 'bun:sqlite';
import { Elysia, status as respond, t } from 'elysia';
import { photoFile, photoHeaders, prepareWebSites } from '../web-sites.mjs';

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
const webSites = prepareWebSites((sql) => db.query(sql), `http://${HOST}:${PORT}`);
const mediaFolder = `${DATABASE_URL.replace('sqlite:', '')}.media`;
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
  q: t.Optional(t.String({ minLength: 1 })),
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
    set.headers['x-content-type-options'] = 'nosniff';
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
  .get('/media/:key/:name', ({ params: { key, name }, set }) => {
    if (!webSites.hasPhoto(key)) throw new Failure(404, 'not_found', 'There is no such photo.');
    Object.assign(set.headers, photoHeaders, { etag: `"${key}-${name}"`, 'accept-ranges': 'bytes' });
    return Bun.file(`${mediaFolder}/${photoFile(key, name)}`);
  })
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
      .get('/pets', ({ query, request, set }) => tagged(request, set, page('/pets', query, set, findPets)), {
        query: ListQuery,
        ...responseOf({ 200: t.Array(Pet) }),
      })
      .get(
        '/listings',
        ({ query, request, set }) => {
          set.headers['stability'] = 'beta';
          const rows = page('/listings', query, set, ({ status, cursor, limit }) =>
            webSites.list({ status, after: cursor, limit }),
          );
          return tagged(request, set, rows);
        },
        { query: ListQuery },
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

function findPets({ status, q, cursor, limit }) {
  if (q !== undefined) return webSites.search(q, cursor, limit);
  return status === undefined ? listPets.all(cursor, limit) : listPetsByStatus.all(status, cursor, limit);
}

function page(path, query, set, find) {
  const { limit, ...others } = query;
  // One more than the page holds tells whether there is a next one.
  const rows = find({ ...query, limit: limit + 1 });
  if (rows.length <= limit) return rows;
  rows.pop();
  const next = new URLSearchParams({ limit, ...others, cursor: rows.at(-1).id });
  set.headers['link'] = `<${baseUrl}${path}?${next}>; rel="next"`;
  return rows;
}

function tagged(request, set, value) {
  const body = JSON.stringify(value);
  const tag = `"${Bun.hash(body).toString(36)}"`;
  set.headers['content-type'] = 'application/json';
  set.headers['cache-control'] = 'private, no-cache';
  set.headers['vary'] = 'Prefer';
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
