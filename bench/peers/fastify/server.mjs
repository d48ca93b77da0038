import { createHash } from 'node:crypto';
import etag from '@fastify/etag';
import Fastify from 'fastify';

const { HOST, PORT, DATABASE_URL } = process.env;
const baseUrl = `http://${HOST}:${PORT}/v1`;
const keyBeliefMs = 500;
const maxBelievedKeys = 10_000;
const maxPostgresConnections = 16;

const store = DATABASE_URL.startsWith('sqlite:') ? await openSqlite() : await openPostgres();

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const fields = { name: { type: 'string', minLength: 1, maxLength: 255 }, categoryId: { type: 'integer' }, status };
const newPet = { type: 'object', required: ['name', 'categoryId'], additionalProperties: false, properties: fields };
const pet = { type: 'object', properties: { id: { type: 'integer' }, ...fields } };
const petPath = { type: 'object', properties: { petId: { type: 'integer' } } };
const listQuery = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    cursor: { type: 'integer', default: 0 },
    status,
  },
};

const app = Fastify({ requestIdHeader: 'x-request-id' });

app.addHook('onRequest', async (request, reply) => {
  reply.header('X-Content-Type-Options', 'nosniff').header('X-Request-Id', request.id);
});

app.setErrorHandler((error, _request, reply) => {
  const { validation, message, statusCode = 500 } = error;
  const code = validation ? 'validation_failed' : (error.code ?? 'internal_error');
  if (statusCode === 401) reply.header('WWW-Authenticate', 'Bearer realm="petstore", error="invalid_token"');
  reply.code(statusCode).header('Cache-Control', 'no-store').send({ code, message, status: statusCode });
});

app.get('/readyz', async () => {
  await store.findPet(1);
  return { status: 'ready' };
});

app.register(
  async (api) => {
    api.addHook('onRequest', authenticate);

    api.register(async (tagged) => {
      await tagged.register(etag);

      tagged.post('/pets', { schema: { body: newPet, response: { 201: pet } } }, async (request, reply) => {
        const { name, categoryId, status = 'available' } = request.body;
        const id = await store.insertPet(name, categoryId, status);
        reply.code(201).header('Location', `${baseUrl}/pets/${id}`).header('Cache-Control', 'no-store');
        return { id, name, categoryId, status };
      });

      tagged.get(
        '/pets',
        { schema: { querystring: listQuery, response: { 200: { type: 'array', items: pet } } } },
        list,
      );

      tagged.get('/pets/:petId', { schema: { params: petPath, response: { 200: pet } } }, async (request, reply) => {
        const { petId } = request.params;
        const found = await store.findPet(petId);
        if (!found) throw failure(404, 'pet_not_found', `There is no animal with the id ${petId}.`);
        reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Prefer');
        reply.header('Deprecation', '@1764892800');
        reply.header('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
        reply.header('Link', `<${baseUrl}/pets?id=${petId}>; rel="successor-version"`);
        return found;
      });
    });
  },
  { prefix: '/v1' },
);

async function list(request, reply) {
  const { limit, cursor, status } = request.query;
  // One more than the page holds tells whether there is a next one.
  const rows = await store.listPets(cursor, limit + 1, status);
  reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Prefer');
  if (rows.length <= limit) return rows;
  rows.pop();
  const next = new URLSearchParams({ limit, ...(status && { status }), cursor: rows.at(-1).id });
  reply.header('Link', `<${baseUrl}/pets?${next}>; rel="next"`);
  return rows;
}

const believedUntil = new Map();

async function authenticate(request) {
  const header = request.headers.authorization ?? '';
  const now = Date.now();
  if (believedUntil.get(header) > now) return;
  const secret = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (secret === undefined)
    throw failure(401, 'missing_api_key', 'Send an API key as: Authorization: Bearer <API_KEY>.');
  const hash = createHash('sha256').update(secret).digest('hex');
  if (!(await store.findKey(hash, now))) throw failure(401, 'invalid_api_key', 'There is no such API key.');
  if (believedUntil.size >= maxBelievedKeys) believedUntil.clear();
  believedUntil.set(header, now + keyBeliefMs);
}

function failure(statusCode, code, message) {
  return Object.assign(new Error(message), { statusCode, code });
}

await app.listen({ host: HOST, port: Number(PORT) });

async function openSqlite() {
  const { default: Database } = await import('better-sqlite3');
  const db = new Database(DATABASE_URL.replace('sqlite:', ''));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('cache_size = -65536');
  const { findPet, listPets, listPetsByStatus, insertPet, findKey } = Object.fromEntries(
    Object.entries(statementsOf(() => '?')).map(([name, sql]) => [name, db.prepare(sql)]),
  );
  return {
    findPet: (id) => findPet.get(id),
    listPets: (after, limit, status) =>
      status === undefined ? listPets.all(after, limit) : listPetsByStatus.all(status, after, limit),
    insertPet: (name, categoryId, status) => insertPet.get(name, categoryId, status).id,
    findKey: (hash, now) => findKey.get(hash, now),
  };
}

async function openPostgres() {
  const { default: pg } = await import('pg');
  // Numbers, as most programs have them: exact up to 2^53, where the column goes up to 2^63.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: maxPostgresConnections });
  const statements = statementsOf((number) => `$${number}`);
  // A statement with a name is prepared once for each connection.
  const query = async (name, ...values) => (await pool.query({ name, text: statements[name], values })).rows;
  return {
    findPet: async (id) => (await query('findPet', id))[0],
    listPets: (after, limit, status) =>
      status === undefined ? query('listPets', after, limit) : query('listPetsByStatus', status, after, limit),
    insertPet: async (name, categoryId, status) => (await query('insertPet', name, categoryId, status))[0].id,
    findKey: async (hash, now) => (await query('findKey', hash, now))[0],
  };
}

/** The SQL, with the parameters as the database writes them. */
function statementsOf(parameter) {
  const [first, second, third] = [1, 2, 3].map(parameter);
  const pets = 'SELECT id, name, category_id AS "categoryId", status FROM pets WHERE';
  return {
    findPet: `${pets} id = ${first}`,
    listPets: `${pets} id > ${first} ORDER BY id LIMIT ${second}`,
    listPetsByStatus: `${pets} status = ${first} AND id > ${second} ORDER BY id LIMIT ${third}`,
    insertPet: `INSERT INTO pets (name, category_id, status) VALUES (${first}, ${second}, ${third}) RETURNING id`,
    findKey: `SELECT id FROM keys WHERE secret_hash = ${first} AND revoked_at IS NULL AND coalesce(expires_at > ${second}, true)`,
  };
}
