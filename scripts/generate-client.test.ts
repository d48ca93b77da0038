import { expect, test } from 'bun:test';
import { generateMethods } from './client-methods.ts';
import { generateClientTypes, generateGuards, generateOperations, generateVersion } from './generate-client.ts';

const read = (path: string) => Bun.file(new URL(path, import.meta.url)).text();

test('the SDK tells the version of the package', async () => {
  expect(generateVersion()).toBe(await read('../client/version.gen.ts'));
});

test('the guards of the SDK are those of the document', async () => {
  const { guards, words } = generateGuards(await read('../openapi.json'));
  expect(guards).toBe(await read('../client/guards.gen.ts'));
  expect(words).toBe(await read('../client/words.gen.ts'));
});

test('the operations of the SDK are those of the document', async () => {
  expect(generateOperations(await read('../openapi.json'))).toBe(await read('../client/operations.gen.ts'));
});

/** The guards for an operation that responds with this schema, and the lists of words. */
function guardsOf(Sample: object, schemas: object = {}) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Sample' } } };
  const paths = { '/samples': { get: { responses: { 200: { content } } } } };
  return generateGuards(JSON.stringify({ paths, components: { schemas: { Sample, ...schemas } } }));
}

test('a guard needs what is required, and takes new words only for lists that are open', () => {
  const properties = {
    id: { type: 'integer', format: 'int64' },
    width: { type: 'integer', format: 'int32' },
    role: { $ref: '#/components/schemas/Role' },
    size: { type: 'string', enum: ['small', 'large'] },
    notes: { type: 'object', additionalProperties: { type: 'string' } },
  };
  const Role = { type: 'string', 'x-extensible-enum': ['reader'] };
  const { guards, words } = guardsOf({ type: 'object', required: ['id', 'role'], properties }, { Role });
  expect(guards).toContain(
    'isShape({ id: isInteger, width: optional(isInt32), role: isRole, ' +
      'size: optional(isOneOf(["small","large"])), notes: optional(isMapOf(isString)) });',
  );
  expect(guards).toContain("isRole: Guard<Schemas['Role']> = isWord<Schemas['Role']>();");
  expect(words).toContain('export const roles = ["reader"] as const;');
});

test('a schema that no guard can check is an error', () => {
  expect(() => guardsOf({ type: 'object', properties: { weight: { type: 'null' } } })).toThrow('Sample.weight');
});

test('integers become bigint, also nullable ones, and a default does not make a member required', async () => {
  const properties = {
    id: { type: 'integer', format: 'int64' },
    next: { type: ['integer', 'null'], format: 'int64' },
    width: { type: 'integer', format: 'int32' },
    weight: { type: 'number' },
    status: { type: 'string', default: 'available' },
  };
  const schemas = { Sample: { type: 'object', required: ['id'], properties } };
  const types = await generateClientTypes(JSON.stringify({ paths: {}, components: { schemas } }));
  for (const member of [
    'id: bigint;',
    'next?: bigint | null;',
    'width?: Int32;',
    'weight?: number;',
    'status?: string;',
  ]) {
    expect(types).toContain(member);
  }
});

/** The table for an operation with this id, and others. */
function tableOf(...ids: string[]): string {
  const paths = Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id } }]));
  return generateOperations(JSON.stringify({ paths, components: { schemas: {} } }));
}

test('an operation whose method would have no name, or that of another, is an error that names it', () => {
  expect(tableOf('getNewestPet', 'listPets')).toContain('newest: {');
  expect(() => tableOf('search')).toThrow('search: name it in methodNames');
  expect(() => tableOf('listFosterHomes', 'createFosterHome')).toThrow(
    'createFosterHome would be a second homes.foster: name it in methodNames',
  );
});

test('an operation of a new resource is a documented method with its parameters, failures, example and options', () => {
  const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
  const json = (schema: object, example?: object) => ({ content: { 'application/json': { schema, example } } });
  const integer = { type: 'integer', format: 'int64', examples: [17] };
  const header = (name: string) => ({ name, in: 'header', description: '', schema: {} });
  const paths = {
    '/pets/{petId}/meals': {
      get: {
        operationId: 'listMeals',
        tags: ['meals'],
        description: 'Returns meals. With `Prefer: count=exact` it counts them.',
        parameters: [
          { name: 'petId', in: 'path', description: '', schema: integer },
          { name: 'kind', in: 'query', description: 'Their kind.', schema: { enum: ['visit'] } },
          { name: 'cursor', in: 'query', description: '', schema: {} },
        ],
        responses: { 200: json(ref('schemas', 'Meals')), 404: ref('responses', 'PetNotFound') },
      },
      post: {
        operationId: 'createMeal',
        description: 'Adds a meal.',
        parameters: [
          { name: 'petId', in: 'path', description: '', schema: integer },
          ...['Idempotency-Key', 'If-Match'].map(header),
        ],
        requestBody: {
          required: true,
          ...json(ref('schemas', 'NewMeal'), { at: 5, until: 6, text: "Ada's", more: 1 }),
        },
        responses: {
          201: json(ref('schemas', 'Meal')),
          409: { description: '`idempotency_in_progress`: Wait.\n\n`too_many_meals`: Remove one.' },
        },
      },
    },
  };
  const schemas = { Meals: { type: 'array', items: ref('schemas', 'Meal') }, NewMeal: { required: ['text'] } };
  const responses = { PetNotFound: { description: '`pet_not_found`: There is none.' } };
  const tags = [{ name: 'meals', description: 'What was eaten.' }];
  expect(generateMethods(JSON.stringify({ tags, paths, components: { schemas, responses } }))).toContain(`
/** Options of {@link Meals.list}. */
export interface ListMealsOptions extends OptionalMembers<'listMealsQuery'>, ListOptions {}

/** What was eaten. */
export interface Meals {
  /**
   * Returns meals. The pages are requested one by one, as they are read.
   * @throws PetstoreError \`pet_not_found\`: There is none.
   * @example for await (const meal of client.meals.list(17n, { kind: 'visit' })) console.log(meal);
   */
  list(petId: bigint, options?: ListMealsOptions): PagedList<Meal>;
  /**
   * Adds a meal.
   * @throws PetstoreError \`too_many_meals\`: Remove one.
   * @example const meal = await client.meals.create(17n, { at: 5n, until: 6n, text: "Ada's" });
   */
  create(petId: bigint, newMeal: NewMeal, options?: WriteOptions & ChangeOptions): Promise<Meal>;
}
`);
});

/** The options for an operation with one parameter. */
async function optionsFor(schema: object): Promise<string> {
  const parameters = [{ name: 'day', in: 'query', description: 'The day. Beta.', schema }];
  const paths = { '/days': { get: { operationId: 'listDays', parameters } } };
  const types = await generateClientTypes(JSON.stringify({ paths, components: { schemas: {} } }));
  return types.replaceAll(/\s+/g, ' ');
}

test('an option has an example of its type, says what beta means, and repeats no list of words', async () => {
  await expect(optionsFor({ type: 'string' })).rejects.toThrow('The parameter day of listDays has no example');
  expect(await optionsFor({ type: 'integer', format: 'int32' })).toContain('@example { day: 1 } */ day?: number;');
  expect(await optionsFor({ type: 'integer', format: 'int64' })).toContain('@example { day: 1n } */ day?: bigint;');
  expect(await optionsFor({ type: 'string', enum: ['first', 'last'] })).toContain(
    '/** * The day. It can change after 90 days\' notice. * @example { day: \'first\' } */ day?: "first" | "last";',
  );
});

test('words of an open list may be newer, and the query of an operation becomes options with examples', async () => {
  const Role = { type: 'string', 'x-extensible-enum': ['reader'] };
  const Key = { type: 'object', required: ['role'], properties: { role: { $ref: '#/components/schemas/Role' } } };
  const id = { type: 'array', items: { type: 'integer', format: 'int64', examples: [7] } };
  const parameters = [{ name: 'id', in: 'query', description: 'Only these.', schema: id }];
  const paths = { '/keys': { get: { operationId: 'listKeys', parameters } } };
  const types = await generateClientTypes(JSON.stringify({ paths, components: { schemas: { Role, Key } } }));
  expect(types).toContain('Role: "reader";');
  expect(types).toContain('role: OrNewer<components["schemas"]["Role"]>;');
  expect(types.replaceAll(/\s+/g, ' ')).toContain(
    'listKeysQuery: { /** * Only these. * @example { ids: [7n] } */ ids?: bigint[]; };',
  );
});
