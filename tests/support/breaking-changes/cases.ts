import { type Change, remove, set } from './patch.ts';

/** Changes of the interface 1.0.0 that break a client, and all sentences that report them. */
export type Break = readonly [sentences: readonly string[], ...changes: Change[]];

export const listPets = '/paths/~1pets/get';
export const createPet = '/paths/~1pets/post';
export const getPet = '/paths/~1pets~1{petId}/get';
export const limit = `${listPets}/parameters/0`;
export const ids = `${listPets}/parameters/3`;
export const pet = '/components/schemas/Pet';
export const newPet = '/components/schemas/NewPet';
export const statuses = '/components/schemas/PetStatus/enum';
const cursor = `${listPets}/parameters/1`;

export const breaksOfOperations: readonly Break[] = [
  [['getPet: GET /pets/{petId} is gone'], remove('/paths/~1pets~1{petId}')],
  [['createPet: POST /pets is gone'], remove(createPet)],
  [
    ['no server has the path /v1'],
    set('/servers/0/url', 'http://127.0.0.1:8080/v2'),
    set('/servers/1/url', 'http://127.0.0.1:8080/v2'),
  ],
  [['getPet: the operation changed operationId from getPet to readPet'], set(`${getPet}/operationId`, 'readPet')],
  [['getPet: the operation changed x-stability from stable to beta'], set(`${getPet}/x-stability`, 'beta')],
  [['getPet: the operation changed x-stability from stable to nothing'], remove(`${getPet}/x-stability`)],
  [['getPet: the operation changed x-scope from pets:read to pets:write'], set(`${getPet}/x-scope`, 'pets:write')],
  [['listPets: the operation needs other credentials'], set(`${listPets}/security`, [{ clientCertificate: [] }])],
  [
    ['listPets', 'createPet', 'getPet'].map((name) => `${name}: the operation needs other credentials`),
    set('/components/securitySchemes/bearerAuth/scheme', 'basic'),
  ],
  [['getPet: the operation changed x-sunset from 2030-12-05 to 2030-12-04'], set(`${getPet}/x-sunset`, '2030-12-04')],
  [['getPet: the operation is deprecated without an x-sunset'], remove(`${getPet}/x-sunset`)],
  [['listPets: the operation is deprecated without an x-sunset'], set(`${listPets}/deprecated`, true)],
  [
    ['listPets: the operation is deprecated without an x-sunset'],
    set(`${listPets}/deprecated`, true),
    set(`${listPets}/x-sunset`, 'soon'),
  ],
];

export const breaksOfRequests: readonly Break[] = [
  [['listPets: the query parameter limit is gone'], remove(limit)],
  [['listPets: the query parameter limit is gone'], set(`${limit}/in`, 'header')],
  [['listPets: the query parameter limit is now required'], set(`${limit}/required`, true)],
  [
    ['listPets: the query parameter shop is new and required'],
    set(`${listPets}/parameters/6`, { name: 'shop', in: 'query', required: true, schema: {} }),
  ],
  [['listPets: the query parameter id changed explode from nothing to false'], set(`${ids}/explode`, false)],
  [['listPets: the query parameter limit changed default from 20 to 50'], set(`${limit}/schema/default`, 50)],
  [['listPets: the query parameter limit changed minimum from 1 to 2'], set(`${limit}/schema/minimum`, 2)],
  [['listPets: the query parameter limit changed maximum from 100 to 99'], set(`${limit}/schema/maximum`, 99)],
  [
    ['listPets: the query parameter cursor changed maxLength from nothing to 64'],
    set(`${cursor}/schema/maxLength`, 64),
  ],
  [['listPets: the query parameter cursor changed pattern from nothing to ^a'], set(`${cursor}/schema/pattern`, '^a')],
  [['listPets: the query parameter cursor changed enum from nothing to ["a"]'], set(`${cursor}/schema/enum`, ['a'])],
  [
    ['listPets: the query parameter cursor changed not from nothing to {"const":"a"}'],
    set(`${cursor}/schema/not`, { const: 'a' }),
  ],
  [['listPets: the query parameter id changed maxItems from 100 to 50'], set(`${ids}/schema/maxItems`, 50)],
  [
    ['listPets: an entry of the query parameter id changed format from int64 to int32'],
    set(`${ids}/schema/items/format`, 'int32'),
  ],
  [['getPet: the path parameter petId lost the type integer'], set(`${getPet}/parameters/0/schema/type`, 'string')],
  [
    [
      'listPets: the query parameter status lost the value sold',
      'createPet: the field status of the body lost the value sold',
    ],
    set(statuses, ['available', 'pending']),
  ],
  [
    ['createPet: the body lost the media type application/json'],
    set(`${createPet}/requestBody/content`, { 'application/xml': {} }),
  ],
  [['getPet: the body is now required'], set(`${getPet}/requestBody`, { required: true, content: {} })],
  [['createPet: the body lost the field status'], remove(`${newPet}/properties/status`)],
  [['createPet: the body now requires the field status'], set(`${newPet}/required/2`, 'status')],
  [
    ['createPet: the body now requires the field weight'],
    set(`${newPet}/required/2`, 'weight'),
    set(`${newPet}/properties/weight`, { type: 'number' }),
  ],
  [
    ['createPet: the field name of the body changed minLength from 1 to 2'],
    set(`${newPet}/properties/name/minLength`, 2),
  ],
  [
    ['createPet: the field name of the body changed maxLength from 255 to 100'],
    set(`${newPet}/properties/name/maxLength`, 100),
  ],
];
