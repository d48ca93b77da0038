import { Database } from 'bun:sqlite';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { bearerAuth } from 'hono/bearer-auth';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';

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

const Status = z.enum(['available', 'pending', 'sold']);
const fields = { name: z.string().min(1).max(255), categoryId: z.int() };
const NewPet = z.strictObject({ ...fields, status: Status.default('available') });
const Pet = z.object({ id: z.int(), ...fields, status: Status });
const PetPath = z.object({ petId: z.coerce.number().int() });
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.coerce.number().int().default(0),
  status: Status.optional(),
});

const createPet = createRoute({
  method: 'post',
  path: '/pets',
  request: { body: { content: jsonOf(NewPet), required: true } },
  responses: { 201: { description: 'The animal as it was added.', content: jsonOf(Pet) } },
});
const getPets = createRoute({
  method: 'get',
  path: '/pets',
  request: { query: ListQuery },
  responses: { 200: { description: 'A page of animals.', content: jsonOf(z.array(Pet)) } },
});
const getPet = createRoute({
  method: 'get',
  path: '/pets/{petId}',
  request: { params: PetPath },
  responses: { 200: { description: 'The animal.', content: jsonOf(Pet) } },
});

const api = new OpenAPIHono({
  defaultHook: (result, c) => {
    if (!result.success) return fail(c, 400, 'validation_failed', z.prettifyError(result.error));
  },
});
api.use(
  bearerAuth({
    realm: 'petstore',
    verifyToken: isKey,
    noAuthenticationHeader: {
      message: errorBody(401, 'missing_api_key', 'Send an API key as: Authorization: Bearer <API_KEY>.'),
    },
    invalidToken: { message: errorBody(401, 'invalid_api_key', 'There is no such API key.') },
  }),
);
api.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'link', 'x-request-id', 'x-content-type-options'] }));

api.openapi(createPet, (c) => {
  const { name, categoryId, status } = c.req.valid('json');
  const id = insertPet.run(name, categoryId, status).lastInsertRowid;
  c.header('Location', `${baseUrl}/pets/${id}`);
  c.header('Cache-Control', 'no-store');
  return c.json({ id, name, categoryId, status }, 201);
});

api.openapi(getPets, (c) => {
  const { limit, cursor, status } = c.req.valid('query');
  // One more than the page holds tells whether there is a next one.
  const rows = status === undefined ? listPets.all(cursor, limit + 1) : listPetsByStatus.all(status, cursor, limit + 1);
  if (rows.length > limit) {
    rows.pop();
    const next = new URLSearchParams({ limit, ...(status && { status }), cursor: rows.at(-1).id });
    c.header('Link', `<${baseUrl}/pets?${next}>; rel="next"`);
  }
  return tagged(c, rows);
});

api.openapi(getPet, (c) => {
  const { petId } = c.req.valid('param');
  const found = findPet.get(petId);
  if (found === null) return fail(c, 404, 'pet_not_found', `There is no animal with the id ${petId}.`);
  c.header('Deprecation', '@1764892800');
  c.header('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
  c.header('Link', `<${baseUrl}/pets?id=${petId}>; rel="successor-version"`);
  return tagged(c, found);
});

const app = new OpenAPIHono();
app.use(requestId());
app.use(async (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff');
  await next();
});
app.get('/readyz', (c) => c.json({ status: 'ready' }));
app.route('/v1', api);
app.onError((error, c) => {
  if (!(error instanceof HTTPException)) return fail(c, 500, 'internal_error', error.message);
  if (error.res === undefined) return fail(c, error.status, 'bad_request', error.message);
  c.header('Cache-Control', 'no-store');
  return c.newResponse(error.res.body, error.res);
});

function jsonOf(schema) {
  return { 'application/json': { schema } };
}

/** The middleware answers 304; where it finds a tag, it does not make its own, which would read the body again. */
function tagged(c, value) {
  const body = JSON.stringify(value);
  c.header('Cache-Control', 'private, no-cache');
  c.header('Vary', 'Prefer');
  c.header('ETag', `"${Bun.hash(body).toString(36)}"`);
  return c.body(body, 200, { 'Content-Type': 'application/json' });
}

function fail(c, status, code, message) {
  c.header('Cache-Control', 'no-store');
  return c.json(errorBody(status, code, message), status);
}

function errorBody(status, code, message) {
  return { code, message, status };
}

const believedUntil = new Map();

function isKey(secret) {
  const now = Date.now();
  if (believedUntil.get(secret) > now) return true;
  const hash = new Bun.CryptoHasher('sha256').update(secret).digest('hex');
  if (findKey.get(hash, now) === null) return false;
  if (believedUntil.size >= maxBelievedKeys) believedUntil.clear();
  believedUntil.set(secret, now + keyBeliefMs);
  return true;
}

Bun.serve({ hostname: HOST, port: Number(PORT), fetch: app.fetch });
