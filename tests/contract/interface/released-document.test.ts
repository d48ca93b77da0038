import { expect, test } from 'bun:test';
import released from '../../../docs/released/openapi-1.0.0.json' with { type: 'json' };
import { printDocument } from '../../../scripts/emit-document.ts';
import { operations } from '../../../src/catalogue/resources.ts';
import { findBreakingChanges } from '../../support/breaking-changes/breaking-changes.ts';
import { breaks, createPet, getPet, ids, limit, listPets, newPet, pet } from '../../support/breaking-changes/cases.ts';
import { type Change, patch, remove, set } from '../../support/breaking-changes/patch.ts';
import { equivalentPatterns } from '../../support/breaking-changes/schema.ts';

const releasedFiles = [...new Bun.Glob('docs/released/*.json').scanSync()];
const day = 24 * 60 * 60 * 1_000;
const errorBody = '/components/schemas/Error';
const errorCodes = released.components.schemas.Error.properties.code.enum;
const newOperation = { operationId: 'weighPet', 'x-stability': 'beta', responses: {} };

/**
 * What documents before 1.2.0 do not say: limits that the service has always had, and that the name of a new animal needs a
 * visible character, without which 1.0.0 accepted it.
 */
const saidLater = [
  'listPets: the query parameter cursor changed maxLength from nothing to 8192',
  'listPets: the header parameter If-None-Match changed maxLength from nothing to 16384',
  'listPets: the header parameter Prefer changed maxLength from nothing to 16384',
  'createPet: the header parameter Idempotency-Key changed minLength from nothing to 1',
  'createPet: the header parameter Idempotency-Key changed maxLength from nothing to 512',
  'createPet: the field name of the body changed pattern',
  'getPet: the header parameter If-None-Match changed maxLength from nothing to 16384',
];

/** Every operation has refused a precondition in this way, which documents before 1.2.0 only told under `default`. */
const refusesPrecondition = /the error code precondition_failed moved from default to 412$/;

/** An invalid field is told to programs, too. Problem details alone may have more: RFC 9457, section 3.2, asks clients to ignore it. */
const tellsReason = /: an entry of the field errors of the (new )?response \w+ gained the field (reason|values)$/;

test.each(releasedFiles)('a strict client of %s works unchanged', async (file) => {
  const found = findBreakingChanges(await Bun.file(file).json(), JSON.parse(printDocument()));
  const breaks = found.filter((sentence) => !refusesPrecondition.test(sentence) && !tellsReason.test(sentence));
  const known = /-1\.[01]\.0\.json$/.test(file) ? saidLater : [];
  expect(breaks.map((sentence) => sentence.replace(/ pattern from .*/, ' pattern'))).toEqual(known);
});

test('every release of the service has its document there', async () => {
  const releases = [...(await Bun.file('CHANGELOG.md').text()).matchAll(/^## (\d\S*)/gm)].map(([, version]) => version);
  expect(releases).toContain('1.0.0');
  expect(releasedFiles.toSorted()).toEqual(
    releases.map((version) => `docs/released/openapi-${version}.json`).toSorted(),
  );
});

test('patterns that are declared equivalent accept the same texts', () => {
  const pieces = [
    'a',
    'é',
    ' ',
    '\t',
    '\u0000',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u200b',
    '\u2028',
    '\ufeff',
    '🐈',
    '\ud800',
  ];
  const texts = [
    '',
    ...pieces,
    ...pieces.flatMap((one) => pieces.flatMap((two) => pieces.map((three) => one + two + three))),
  ];
  for (const [released, current] of equivalentPatterns) {
    const [before, now] = [new RegExp(released, 'u'), new RegExp(current, 'u')];
    expect(texts.filter((text) => before.test(text) !== now.test(text))).toEqual([]);
    expect(new Set(texts.map((text) => now.test(text))).size).toBe(2);
  }
});

test('a stable operation is removed no earlier than 24 months after the announcement', () => {
  const deprecated = operations
    .filter(({ stability }) => stability === 'stable')
    .flatMap(({ deprecation }) => deprecation ?? []);
  expect(deprecated.length).toBeGreaterThan(0);
  for (const { announcedAt, removedAt } of deprecated)
    expect(removedAt - announcedAt).toBeGreaterThanOrEqual(730 * day);
});

test.each(breaks.map(([sentences, ...changes]) => [[sentences].flat()[0], [sentences].flat(), changes] as const))(
  'a breaking change: %s',
  (_, sentences, changes) => {
    expect(findBreakingChanges(released, patch(released, changes))).toEqual(sentences);
  },
);

const harmless: Record<string, readonly Change[]> = {
  nothing: [],
  'a new path': [set('/paths/~1scales', { get: newOperation })],
  'a new method': [set('/paths/~1pets/head', newOperation)],
  'a new optional parameter': [
    set(`${listPets}/parameters/6`, { name: 'shop', in: 'query', required: false, schema: { type: 'string' } }),
  ],
  'parameters in another order': [set(`${listPets}/parameters`, released.paths['/pets'].get.parameters.toReversed())],
  'a parameter that may be left out': [set(`${getPet}/parameters/0/required`, false)],
  'a lower minimum': [set(`${limit}/schema/minimum`, 0)],
  'a higher maximum': [set(`${limit}/schema/maximum`, 200)],
  'no maximum': [remove(`${limit}/schema/maximum`)],
  'a wider type': [set(`${limit}/schema/type`, ['number', 'string'])],
  'a new optional field of a body': [set(`${newPet}/properties/weight`, { type: 'number' })],
  'a new field of a body that may be such a body again': [set(`${newPet}/properties/parent`, { $ref: `#${newPet}` })],
  'a field of a body that may be left out': [set(`${newPet}/required`, ['name'])],
  'a shorter text in a body': [set(`${newPet}/properties/name/minLength`, 0)],
  'more entries of a list': [set(`${ids}/schema/maxItems`, 200)],
  'a longer text in a body': [set(`${newPet}/properties/name/maxLength`, 1_000)],
  'no pattern in a body': [remove(`${newPet}/properties/name/pattern`)],
  'a new value in a body': [
    set(`${newPet}/properties/status`, { type: 'string', enum: ['sold', 'pending', 'available', 'lost'] }),
  ],
  'a body that may have any field': [set(`${newPet}/additionalProperties`, true)],
  'a body that may be left out': [set(`${createPet}/requestBody/required`, false)],
  'a new media type of a body': [set(`${createPet}/requestBody/content/text~1csv`, {})],
  'a new media type of a response': [set(`${listPets}/responses/200/content/text~1csv`, {})],
  'a new header of a response': [set(`${getPet}/responses/200/headers/Age`, { schema: { type: 'integer' } })],
  'a field of a response that is always there': [set(`${pet}/required`, ['id', 'name', 'categoryId', 'status'])],
  'a shorter text in a response': [set(`${pet}/properties/name/maxLength`, 100)],
  'a response that says that it is exact': [set(`${pet}/additionalProperties`, false)],
  'a new error code': [set(`${errorBody}/properties/code/enum`, ['tired', ...errorCodes])],
  'a new error status with the object of the others': [
    set(`${getPet}/responses/451`, { content: { 'application/json': { schema: { $ref: `#${errorBody}` } } } }),
  ],
  'a later removal': [set(`${getPet}/x-sunset`, '2031-01-01')],
  'a removal taken back': [remove(`${getPet}/x-sunset`), remove(`${getPet}/deprecated`)],
  'a removal announced with its day': [set(`${listPets}/deprecated`, true), set(`${listPets}/x-sunset`, '2040-01-01')],
  'other texts and examples': [
    set(`${getPet}/summary`, 'Read an animal'),
    set(`${getPet}/responses/404/description`, 'Gone.'),
    remove(`${getPet}/responses/404/content/application~1json/examples`),
    set(`${pet}/description`, 'A dog, mostly.'),
    remove(`${pet}/examples`),
    set(`${limit}/schema/title`, 'Size of a page'),
    set('/info/version', '1.1.0'),
  ],
  'another address': [set('/servers/0/url', 'https://pets.example/v1')],
  'a schema that stands in its place': [
    set(`${getPet}/responses/200/content/application~1json/schema`, released.components.schemas.Pet),
  ],
};

test.each(Object.entries(harmless))('not a breaking change: %s', (_, changes) => {
  expect(findBreakingChanges(released, patch(released, changes))).toEqual([]);
});

/** What a later release may contain, and how that can be broken. */
const laterBreaks: readonly [sentence: string, released: Change, current: Change][] = [
  [
    'createPet: the body changed additionalProperties from nothing to false',
    remove(`${newPet}/additionalProperties`),
    set(`${newPet}/additionalProperties`, false),
  ],
  [
    'createPet: the body changed additionalProperties from true to {"type":"string"}',
    set(`${newPet}/additionalProperties`, true),
    set(`${newPet}/additionalProperties`, { type: 'string' }),
  ],
  [
    'getPet: the response 200 no longer promises the header ETag',
    set(`${getPet}/responses/200/headers/ETag/required`, true),
    remove(`${getPet}/responses/200/headers/ETag/required`),
  ],
  [
    'getPet: the field code of the header ETag of the response 200 gained the value b',
    set(`${getPet}/responses/200/headers/ETag/schema`, { properties: { code: { enum: ['a'] } } }),
    set(`${getPet}/responses/200/headers/ETag/schema`, { properties: { code: { enum: ['a', 'b'] } } }),
  ],
  [
    'listPets: the query parameter id changed minItems from 1 to 2',
    set(`${ids}/schema/minItems`, 1),
    set(`${ids}/schema/minItems`, 2),
  ],
];

test.each(laterBreaks)(
  'in a later release %s is a breaking change, and the reverse is not',
  (sentence, before, after) => {
    const [later, latest] = [patch(released, [before]), patch(released, [before, after])];
    expect(findBreakingChanges(later, latest)).toEqual([sentence]);
    expect(findBreakingChanges(latest, later)).toEqual([]);
    expect(findBreakingChanges(later, later)).toEqual([]);
  },
);

test('an object that was released as open may stay open', () => {
  const open = patch(released, [set(`${pet}/additionalProperties`, true)]);
  expect(findBreakingChanges(open, open)).toEqual([]);
});

test('rejects a document with a dangling reference', () => {
  const broken = patch(released, [remove('/components/schemas/PetStatus')]);
  expect(() => findBreakingChanges(released, broken)).toThrow('has nothing at #/components/schemas/PetStatus');
});

test('a beta operation may change and be removed', () => {
  const withBeta = patch(released, [set('/paths/~1scales', { get: newOperation })]);
  const changed = patch(withBeta, [set('/paths/~1scales/get/responses', { 200: {} })]);
  expect([findBreakingChanges(withBeta, changed), findBreakingChanges(withBeta, released)]).toEqual([[], []]);
});

test('a stable operation is compared from its release on', () => {
  const withStable = patch(released, [set('/paths/~1scales', { get: { ...newOperation, 'x-stability': 'stable' } })]);
  expect(findBreakingChanges(withStable, released)).toEqual(['weighPet: GET /scales is gone']);
});
