import { createHash } from 'node:crypto';
import etag from '@fastify/etag';
import Fastify from 'fastify';
import pg from 'pg';

const { HOST, PORT, DATABASE_URL } = process.env;
const baseUrl = `http://${HOST}:${PORT}/v1`;
const keyBeliefMs = 500;
const maxBelievedKeys = 10_000;

// Numbers, as most programs have them: exact up to 2^53, where the column goes up to 2^63.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 });

const pageColumns = 'SELECT id, name, category_id AS "categoryId", status FROM pets WHERE';
const findPet = { name: 'find-pet', text: `${pageColumns} id = $1` };
const listPets = { name: 'list-pets', text: `${pageColumns} id > $1 ORDER BY id LIMIT $2` };
const listPetsByStatus = {
  name: 'list-pets-by-status',
  text: `${pageColumns} id > $1 AND status = $3 ORDER BY id LIMIT $2`,
};
const insertPet = {
  name: 'insert-pet',
  text: 'INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING id',
};
const findKey = {
  name: 'find-key',
  text: 'SELECT id FROM keys WHERE secret_hash = $1 AND revoked_at IS NULL AND coalesce(expires_at > $2, true)',
};

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
  const { code = 'internal_error', message, statusCode = 500 } = error;
  reply.code(statusCode).send({ code, message, status: statusCode });
});

app.get('/readyz', async () => {
  await pool.query('SELECT 1');
  return { status: 'ready' };
});

app.register(
  async (api) => {
    api.addHook('onRequest', authenticate);

    api.post('/pets', { schema: { body: newPet, response: { 201: pet } } }, async (request, reply) => {
      const { name, categoryId, status = 'available' } = request.body;
      const { rows } = await pool.query({ ...insertPet, values: [name, categoryId, status] });
      const { id } = rows[0];
      reply.code(201).header('Location', `${baseUrl}/pets/${id}`).header('Cache-Control', 'no-store');
      return { id, name, categoryId, status };
    });

    api.register(async (reads) => {
      await reads.register(etag);

      reads.get(
        '/pets',
        { schema: { querystring: listQuery, response: { 200: { type: 'array', items: pet } } } },
        list,
      );

      reads.get('/pets/:petId', { schema: { params: petPath, response: { 200: pet } } }, async (request, reply) => {
        const { petId } = request.params;
        const { rows } = await pool.query({ ...findPet, values: [petId] });
        if (rows.length === 0) throw failure(404, 'pet_not_found', `There is no animal with the id ${petId}.`);
        reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Prefer');
        reply.header('Deprecation', '@1764892800');
        reply.header('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
        reply.header('Link', `<${baseUrl}/pets?id=${petId}>; rel="successor-version"`);
        return rows[0];
      });
    });
  },
  { prefix: '/v1' },
);

async function list(request, reply) {
  const { limit, cursor, status } = request.query;
  // One more than the page holds tells whether there is a next one.
  const { rows } = await pool.query(
    status === undefined
      ? { ...listPets, values: [cursor, limit + 1] }
      : { ...listPetsByStatus, values: [cursor, limit + 1, status] },
  );
  reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Prefer');
  if (rows.length <= limit) return rows;
  const page = rows.slice(0, limit);
  const next = new URLSearchParams({ limit, ...(status && { status }), cursor: page.at(-1).id });
  reply.header('Link', `<${baseUrl}/pets?${next}>; rel="next"`);
  return page;
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
  const { rows } = await pool.query({ ...findKey, values: [hash, now] });
  if (rows.length === 0) throw failure(401, 'invalid_api_key', 'There is no such API key.');
  if (believedUntil.size >= maxBelievedKeys) believedUntil.clear();
  believedUntil.set(header, now + keyBeliefMs);
}

function failure(statusCode, code, message) {
  return Object.assign(new Error(message), { statusCode, code });
}

await app.listen({ host: HOST, port: Number(PORT) });
