import { baseUrl, findPet, insertPet, listPets, refusalOf, tagOf } from '../bun-sqlite.mjs';

const { HOST, PORT } = process.env;
const maxBodyBytes = 65_536;

const statuses = new Set(['available', 'pending', 'sold']);
const petFields = new Set(['name', 'categoryId', 'status']);
const listParameters = new Set(['limit', 'cursor', 'status']);

Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  development: false,
  fetch(request) {
    const { url, method } = request;
    const begin = url.indexOf('/', 8);
    const query = url.indexOf('?', begin);
    const path = query === -1 ? url.slice(begin) : url.slice(begin, query);
    if (path === '/readyz') return new Response('ready');
    const refused = refusalOf(request.headers.get('authorization') ?? '');
    if (refused !== undefined) return fail(request, 401, ...refused);
    if (path === '/v1/pets') {
      if (method === 'GET') return list(request, query === -1 ? '' : url.slice(query + 1));
      if (method === 'POST') return create(request);
    } else if (path.startsWith('/v1/pets/') && method === 'GET') return get(request, path.slice('/v1/pets/'.length));
    return fail(request, 404, 'not_found', 'There is nothing here.');
  },
  error: () =>
    Response.json({ code: 'internal_error', message: 'Something failed here.', status: 500 }, { status: 500 }),
});

function list(request, query) {
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys())
    if (!listParameters.has(name)) return fail(request, 400, 'unknown_parameter', `Unknown parameter ${name}.`);
  const limit = Number(parameters.get('limit') ?? 20);
  const cursor = Number(parameters.get('cursor') ?? 0);
  const status = parameters.get('status');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100 || !Number.isSafeInteger(cursor))
    return fail(request, 400, 'invalid_parameter', 'limit is a whole number from 1 to 100.');
  if (status !== null && !statuses.has(status)) return fail(request, 400, 'invalid_parameter', 'Unknown status.');
  const { rows, link } = listPets(cursor, limit, status);
  const headers = headersOf(request);
  if (link !== undefined) headers.set('link', link);
  return tagged(request, headers, JSON.stringify(rows));
}

function get(request, text) {
  const petId = Number(text);
  const found = Number.isSafeInteger(petId) ? findPet.get(petId) : null;
  if (found === null) return fail(request, 404, 'pet_not_found', `There is no animal with the id ${text}.`);
  const headers = headersOf(request);
  headers.set('deprecation', '@1764892800');
  headers.set('sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
  headers.set('link', `<${baseUrl}/pets?id=${petId}>; rel="successor-version"`);
  return tagged(request, headers, JSON.stringify(found));
}

async function create(request) {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    return fail(request, 415, 'unsupported_media_type', 'Send application/json.');
  const text = await request.text();
  if (text.length > maxBodyBytes) return fail(request, 413, 'payload_too_large', 'The body is too long.');
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    return fail(request, 400, 'invalid_json', 'The body is not JSON.');
  }
  const fault = faultOf(body);
  if (fault !== undefined) return fail(request, 400, 'validation_failed', fault);
  const pet = insertPet(body);
  const headers = headersOf(request);
  headers.set('location', `${baseUrl}/pets/${pet.id}`);
  headers.set('cache-control', 'no-store');
  const created = JSON.stringify(pet);
  headers.set('etag', tagOf(created));
  return new Response(created, { status: 201, headers });
}

function faultOf(body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'The body must be an object.';
  const { name, categoryId, status } = body;
  if (typeof name !== 'string' || name.length < 1 || name.length > 255) return 'name must have 1 to 255 characters.';
  if (!Number.isSafeInteger(categoryId)) return 'categoryId must be a whole number.';
  if (status !== undefined && !statuses.has(status)) return 'status must be available, pending or sold.';
  const unknown = Object.keys(body).find((field) => !petFields.has(field));
  return unknown === undefined ? undefined : `Unknown field ${unknown}.`;
}

function headersOf(request) {
  const headers = new Headers();
  headers.set('content-type', 'application/json');
  headers.set('x-content-type-options', 'nosniff');
  headers.set('x-request-id', request.headers.get('x-request-id') ?? crypto.randomUUID());
  return headers;
}

function tagged(request, headers, body) {
  const tag = tagOf(body);
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', 'Prefer');
  headers.set('etag', tag);
  if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}

function fail(request, status, code, message) {
  const headers = headersOf(request);
  headers.set('cache-control', 'no-store');
  if (status === 401) headers.set('www-authenticate', 'Bearer realm="petstore", error="invalid_token"');
  return new Response(JSON.stringify({ code, message, status }), { status, headers });
}
