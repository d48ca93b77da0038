import { createHash } from 'node:crypto';
import etag from '@fastify/etag';
import files from '@fastify/static';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { photoFile, photoHeaders, prepareWebSites } from '../web-sites.mjs';

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
const webSites = prepareWebSites((sql) => db.prepare(sql), `http://${HOST}:${PORT}`);
const findKey = db.prepare(
  'SELECT id FROM keys WHERE secret_hash = ? AND revoked_at IS NULL AND coalesce(expires_at > ?, true)',
);

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
    q: { type: 'string', minLength: 1 },
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

app.register(files, { root: `${DATABASE_URL.replace('sqlite:', '')}.media`, serve: false, cacheControl: false });

app.get('/media/:key/:name', (request, reply) => {
  const { key, name } = request.params;
  if (!webSites.hasPhoto(key)) throw failure(404, 'not_found', 'There is no such photo.');
  return reply.headers(photoHeaders).sendFile(photoFile(key, name));
});

app.get('/readyz', async () => ({ status: 'ready' }));

app.register(
  async (api) => {
    api.addHook('onRequest', authenticate);

    api.post('/pets', { schema: { body: newPet, response: { 201: pet } } }, async (request, reply) => {
      const { name, categoryId, status = 'available' } = request.body;
      const id = insertPet.run(name, categoryId, status).lastInsertRowid;
      reply.code(201).header('Location', `${baseUrl}/pets/${id}`).header('Cache-Control', 'no-store');
      return { id, name, categoryId, status };
    });

    api.register(async (reads) => {
      await reads.register(etag);

      reads.get(
        '/pets',
        { schema: { querystring: listQuery, response: { 200: { type: 'array', items: pet } } } },
        (request, reply) => page(request, reply, findPets),
      );

      reads.get('/listings', { schema: { querystring: listQuery } }, async (request, reply) => {
        reply.header('Stability', 'beta');
        return page(request, reply, ({ status, cursor, limit }) => webSites.list({ status, after: cursor, limit }));
      });

      reads.get('/pets/:petId', { schema: { params: petPath, response: { 200: pet } } }, async (request, reply) => {
        const { petId } = request.params;
        const found = findPet.get(petId);
        if (found === undefined) throw failure(404, 'pet_not_found', `There is no animal with the id ${petId}.`);
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

function findPets({ status, q, cursor, limit }) {
  if (q !== undefined) return webSites.search(q, cursor, limit);
  return status === undefined ? listPets.all(cursor, limit) : listPetsByStatus.all(status, cursor, limit);
}

async function page(request, reply, find) {
  const { limit, ...others } = request.query;
  // One more than the page holds tells whether there is a next one.
  const rows = find({ ...request.query, limit: limit + 1 });
  reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Prefer');
  if (rows.length <= limit) return rows;
  rows.pop();
  const next = new URLSearchParams({ limit, ...others, cursor: rows.at(-1).id });
  reply.header('Link', `<${baseUrl}${request.routeOptions.url.slice(3)}?${next}>; rel="next"`);
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
  if (findKey.get(hash, now) === undefined) throw failure(401, 'invalid_api_key', 'There is no such API key.');
  if (believedUntil.size >= maxBelievedKeys) believedUntil.clear();
  believedUntil.set(header, now + keyBeliefMs);
}

function failure(statusCode, code, message) {
  return Object.assign(new Error(message), { statusCode, code });
}

await app.listen({ host: HOST, port: Number(PORT) });
