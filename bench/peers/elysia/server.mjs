import { Elysia, status as respond, t } from 'elysia';
import { baseUrl, findPet, insertPet, listPets, refusalOf, tagOf } from '../bun-sqlite.mjs';

const { HOST, PORT } = process.env;

const Status = t.Union([t.Literal('available'), t.Literal('pending'), t.Literal('sold')]);
const NewPet = t.Object(
  { name: t.String({ minLength: 1, maxLength: 255 }), categoryId: t.Integer(), status: t.Optional(Status) },
  { additionalProperties: false },
);
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
  .group('/v1', (api) =>
    api
      // Before the fields are checked.
      .onTransform(({ request }) => authenticate(request.headers.get('authorization') ?? ''))
      .post(
        '/pets',
        ({ body, set }) => {
          const pet = insertPet(body);
          set.status = 201;
          set.headers['location'] = `${baseUrl}/pets/${pet.id}`;
          set.headers['cache-control'] = 'no-store';
          const created = JSON.stringify(pet);
          set.headers['content-type'] = 'application/json';
          set.headers['etag'] = tagOf(created);
          return created;
        },
        { body: NewPet },
      )
      .get('/pets', ({ query, request, set }) => tagged(request, set, list(query, set)), { query: ListQuery })
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
        { params: PetPath },
      ),
  )
  .listen({ hostname: HOST, port: Number(PORT) });

function list({ limit, cursor, status }, set) {
  const { rows, link } = listPets(cursor, limit, status);
  if (link !== undefined) set.headers['link'] = link;
  return rows;
}

function tagged(request, set, value) {
  const body = JSON.stringify(value);
  const tag = tagOf(body);
  set.headers['content-type'] = 'application/json';
  set.headers['cache-control'] = 'private, no-cache';
  set.headers['vary'] = 'Prefer';
  set.headers['etag'] = tag;
  if (request.headers.get('if-none-match') === tag) return respond(304);
  return body;
}

function fail(status, code, message) {
  return respond(status, { code, message, status });
}

function authenticate(header) {
  const refusal = refusalOf(header);
  if (refusal !== undefined) throw new Failure(401, ...refusal);
}
