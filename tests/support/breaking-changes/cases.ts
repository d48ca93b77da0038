import released from '../../../docs/released/openapi-1.0.0.json' with { type: 'json' };
import { type Change, remove, set } from './patch.ts';

/** Changes of the interface 1.0.0 that break a client, and all sentences that report them. */
type Break = readonly [sentences: string | readonly string[], ...changes: Change[]];

export const listPets = '/paths/~1pets/get';
export const createPet = '/paths/~1pets/post';
export const getPet = '/paths/~1pets~1{petId}/get';
export const limit = `${listPets}/parameters/0`;
export const ids = `${listPets}/parameters/3`;
export const pet = '/components/schemas/Pet';
export const newPet = '/components/schemas/NewPet';
export const statuses = '/components/schemas/PetStatus/enum';
const cursor = `${listPets}/parameters/1`;

const breaksOfOperations: readonly Break[] = [
  ['getPet: GET /pets/{petId} is gone', remove('/paths/~1pets~1{petId}')],
  ['createPet: POST /pets is gone', remove(createPet)],
  [
    'no server has the path /v1',
    set('/servers/0/url', 'http://127.0.0.1:8080/v2'),
    set('/servers/1/url', 'http://127.0.0.1:8080/v2'),
  ],
  ['getPet: the operation changed operationId from getPet to readPet', set(`${getPet}/operationId`, 'readPet')],
  ['getPet: the operation changed x-stability from stable to beta', set(`${getPet}/x-stability`, 'beta')],
  ['getPet: the operation changed x-stability from stable to nothing', remove(`${getPet}/x-stability`)],
  ['getPet: the operation changed x-scope from pets:read to pets:write', set(`${getPet}/x-scope`, 'pets:write')],
  ['listPets: the operation needs other credentials', set(`${listPets}/security`, [{ clientCertificate: [] }])],
  [
    ['listPets', 'createPet', 'getPet'].map((name) => `${name}: the operation needs other credentials`),
    set('/components/securitySchemes/bearerAuth/scheme', 'basic'),
  ],
  ['getPet: the operation changed x-sunset from 2030-12-05 to 2030-12-04', set(`${getPet}/x-sunset`, '2030-12-04')],
  ['getPet: the operation is deprecated without an x-sunset', remove(`${getPet}/x-sunset`)],
  ['listPets: the operation is deprecated without an x-sunset', set(`${listPets}/deprecated`, true)],
  [
    'listPets: the operation is deprecated without an x-sunset',
    set(`${listPets}/deprecated`, true),
    set(`${listPets}/x-sunset`, 'soon'),
  ],
];

const breaksOfRequests: readonly Break[] = [
  ['listPets: the query parameter limit is gone', remove(limit)],
  ['listPets: the query parameter limit is gone', set(`${limit}/in`, 'header')],
  ['listPets: the query parameter limit is now required', set(`${limit}/required`, true)],
  [
    'listPets: the query parameter shop is new and required',
    set(`${listPets}/parameters/6`, { name: 'shop', in: 'query', required: true, schema: {} }),
  ],
  ['listPets: the query parameter id changed explode from nothing to false', set(`${ids}/explode`, false)],
  ['listPets: the query parameter limit changed default from 20 to 50', set(`${limit}/schema/default`, 50)],
  ['listPets: the query parameter limit changed minimum from 1 to 2', set(`${limit}/schema/minimum`, 2)],
  ['listPets: the query parameter limit changed maximum from 100 to 99', set(`${limit}/schema/maximum`, 99)],
  ['listPets: the query parameter cursor changed maxLength from nothing to 64', set(`${cursor}/schema/maxLength`, 64)],
  ['listPets: the query parameter cursor changed pattern from nothing to ^a', set(`${cursor}/schema/pattern`, '^a')],
  ['listPets: the query parameter cursor changed enum from nothing to ["a"]', set(`${cursor}/schema/enum`, ['a'])],
  [
    'listPets: the query parameter cursor changed not from nothing to {"const":"a"}',
    set(`${cursor}/schema/not`, { const: 'a' }),
  ],
  ['listPets: the query parameter id changed maxItems from 100 to 50', set(`${ids}/schema/maxItems`, 50)],
  [
    'listPets: an entry of the query parameter id changed format from int64 to int32',
    set(`${ids}/schema/items/format`, 'int32'),
  ],
  ['getPet: the path parameter petId lost the type integer', set(`${getPet}/parameters/0/schema/type`, 'string')],
  [
    [
      'listPets: the query parameter status lost the value sold',
      'createPet: the field status of the body lost the value sold',
    ],
    set(statuses, ['available', 'pending']),
  ],
  [
    'createPet: the body lost the media type application/json',
    set(`${createPet}/requestBody/content`, { 'application/xml': {} }),
  ],
  ['getPet: the body is now required', set(`${getPet}/requestBody`, { required: true, content: {} })],
  ['createPet: the body lost the field status', remove(`${newPet}/properties/status`)],
  ['createPet: the body now requires the field status', set(`${newPet}/required/2`, 'status')],
  [
    'createPet: the body now requires the field weight',
    set(`${newPet}/required/2`, 'weight'),
    set(`${newPet}/properties/weight`, { type: 'number' }),
  ],
  [
    'createPet: the field name of the body changed minLength from 1 to 2',
    set(`${newPet}/properties/name/minLength`, 2),
  ],
  [
    'createPet: the field name of the body changed maxLength from 255 to 100',
    set(`${newPet}/properties/name/maxLength`, 100),
  ],
];

const json = 'content/application~1json';
const { code, message, status } = released.components.schemas.Error.properties;

/** The same sentence for each response with an animal, in place of RESPONSE. */
const everyPet = (sentence: string) => [
  `listPets: ${sentence.replace('RESPONSE', 'an entry of the response 200')}`,
  `createPet: ${sentence.replace('RESPONSE', 'the response 201')}`,
  `getPet: ${sentence.replace('RESPONSE', 'the response 200')}`,
];

/** An inline error schema, so that changing it affects a single response. */
const error = (changes: object) => ({
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: { code, message, status, ...changes },
});

const breaksOfResponses: readonly Break[] = [
  [
    ['createPet: the response 201 is gone', 'createPet: the response 202 is new'],
    remove(`${createPet}/responses/201`),
    set(`${createPet}/responses/202`, { description: 'Later.' }),
  ],
  ['getPet: the response 307 is new', set(`${getPet}/responses/307`, { description: 'Elsewhere.' })],
  ['getPet: the response 404 is gone', remove(`${getPet}/responses/404`)],
  [
    'getPet: the new response 451 lost the media type application/json',
    set(`${getPet}/responses/451`, { description: 'Not here.' }),
  ],
  [
    'getPet: the field code of the new response 451 gained the type integer',
    set(`${getPet}/responses/451`, {
      description: 'Not here.',
      content: { 'application/json': { schema: error({ code: { type: 'integer' } }) } },
    }),
  ],
  [
    'getPet: the error code pet_not_found moved from 404 to 410',
    remove(`${getPet}/responses/404/${json}/examples/pet_not_found`),
    set(`${getPet}/responses/410/${json}/examples/pet_not_found`, {}),
  ],
  [
    'getPet: the field code of the response 404 lost the value pet_not_found',
    set(
      `${getPet}/responses/404/${json}/schema`,
      error({ code: { ...code, enum: code.enum.filter((known) => known !== 'pet_not_found') } }),
    ),
  ],
  [
    'getPet: the response 404 gained the field hint',
    set(`${getPet}/responses/404/${json}/schema`, error({ hint: message })),
  ],
  [
    'getPet: the response 200 lost the media type application/json',
    set(`${getPet}/responses/200/content`, { 'application/xml': {} }),
  ],
  ['listPets: the response 200 lost the header Link', remove(`${listPets}/responses/200/headers/Link`)],
  [
    'getPet: the header ETag of the response 200 gained the type integer',
    set(`${getPet}/responses/200/headers/ETag/schema/type`, 'integer'),
  ],
  [
    'listPets: the response 200 gained the type object',
    set('/components/schemas/Pets', { type: 'object', properties: {} }),
  ],
  ['listPets: an entry of the response 200 gained the type any', remove('/components/schemas/Pets/items')],
  [everyPet('RESPONSE lost the field status'), remove(`${pet}/properties/status`)],
  [everyPet('RESPONSE gained the field weight'), set(`${pet}/properties/weight`, { type: 'number' })],
  [everyPet('RESPONSE no longer promises the field categoryId'), set(`${pet}/required`, ['id', 'name'])],
  [everyPet('RESPONSE changed additionalProperties from nothing to true'), set(`${pet}/additionalProperties`, true)],
  [everyPet('the field id of RESPONSE gained the type string'), set(`${pet}/properties/id/type`, 'string')],
  [everyPet('the field id of RESPONSE gained the type number'), set(`${pet}/properties/id/type`, 'number')],
  [everyPet('the field name of RESPONSE gained the type null'), set(`${pet}/properties/name/type`, ['string', 'null'])],
  [everyPet('the field name of RESPONSE gained the type any'), remove(`${pet}/properties/name/type`)],
  [everyPet('the field id of RESPONSE changed format from int64 to nothing'), remove(`${pet}/properties/id/format`)],
  [
    everyPet('the field name of RESPONSE changed maxLength from 255 to 1000'),
    set(`${pet}/properties/name/maxLength`, 1_000),
  ],
  [everyPet('the field status of RESPONSE gained the value adopted'), set(`${statuses}/3`, 'adopted')],
  [
    everyPet('the field status of RESPONSE changed enum from ["available","pending","sold"] to nothing'),
    remove(statuses),
  ],
];

export const breaks = [...breaksOfOperations, ...breaksOfRequests, ...breaksOfResponses];
