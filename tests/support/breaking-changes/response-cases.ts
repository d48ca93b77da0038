import released from '../../../docs/released/openapi-1.0.0.json' with { type: 'json' };
import { type Break, createPet, getPet, listPets, pet, statuses } from './cases.ts';
import { remove, set } from './patch.ts';

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

export const breaksOfResponses: readonly Break[] = [
  [
    ['createPet: the response 201 is gone', 'createPet: the response 202 is new'],
    remove(`${createPet}/responses/201`),
    set(`${createPet}/responses/202`, { description: 'Later.' }),
  ],
  [['getPet: the response 307 is new'], set(`${getPet}/responses/307`, { description: 'Elsewhere.' })],
  [['getPet: the response 404 is gone'], remove(`${getPet}/responses/404`)],
  [
    ['getPet: the new response 451 lost the media type application/json'],
    set(`${getPet}/responses/451`, { description: 'Not here.' }),
  ],
  [
    ['getPet: the field code of the new response 451 gained the type integer'],
    set(`${getPet}/responses/451`, {
      description: 'Not here.',
      content: { 'application/json': { schema: error({ code: { type: 'integer' } }) } },
    }),
  ],
  [
    ['getPet: the error code pet_not_found moved from 404 to 410'],
    remove(`${getPet}/responses/404/${json}/examples/pet_not_found`),
    set(`${getPet}/responses/410/${json}/examples/pet_not_found`, {}),
  ],
  [
    ['getPet: the field code of the response 404 lost the value pet_not_found'],
    set(
      `${getPet}/responses/404/${json}/schema`,
      error({ code: { ...code, enum: code.enum.filter((known) => known !== 'pet_not_found') } }),
    ),
  ],
  [
    ['getPet: the response 404 gained the field hint'],
    set(`${getPet}/responses/404/${json}/schema`, error({ hint: message })),
  ],
  [
    ['getPet: the response 200 lost the media type application/json'],
    set(`${getPet}/responses/200/content`, { 'application/xml': {} }),
  ],
  [['listPets: the response 200 lost the header Link'], remove(`${listPets}/responses/200/headers/Link`)],
  [
    ['getPet: the header ETag of the response 200 gained the type integer'],
    set(`${getPet}/responses/200/headers/ETag/schema/type`, 'integer'),
  ],
  [
    ['listPets: the response 200 gained the type object'],
    set('/components/schemas/Pets', { type: 'object', properties: {} }),
  ],
  [['listPets: an entry of the response 200 gained the type any'], remove('/components/schemas/Pets/items')],
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
