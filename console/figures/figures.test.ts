import { expect, test } from 'bun:test';
import type { StatisticsMatrix } from '../../client/index.ts';
import { figuresOf, figuresOfYear, liveRelease, type Month, speciesOf } from './figures.ts';

type Species = StatisticsMatrix['species'][number];
const cell = (type: string | undefined, animals: bigint) => ({ ...(type && { type }), ageGroup: 'adult', animals });
const species = (name: string | undefined, intakes: bigint, outcomes: Record<string, bigint>) =>
  ({
    ...(name && { species: name }),
    beginning: 0n,
    unknownOutcomeDay: 2n,
    ending: 10n,
    intakes: [cell('stray', intakes)],
    outcomes: Object.entries(outcomes).map(([type, animals]) => cell(type, animals)),
  }) as Species;
const month = (start: string, of: Species[], returned: bigint): Month => ({
  statistics: {
    start,
    added: 0n,
    adopted: 0n,
    returned,
    removed: 0n,
    stays: { inCare: 0n, intakes: 0n, outcomes: 0n, medianDays: 12n, groups: [{ species: 'Dog', medianDays: 9n }] },
  },
  matrix: { start, species: of },
});

const october = month(
  '2026-10-01',
  [
    species(undefined, 1n, { other: 1n }),
    species('Dog', 5n, { adoption: 2n, return_to_owner: 1n, euthanised: 1n, died: 2n }),
    species('Cat', 3n, { transfer_out: 1n }),
  ],
  2n,
);
const november = month('2026-11-01', [species('Dog', 4n, { adoption: 3n })], 1n);

test('a month has its intakes, outcomes and live outcomes, of all animals or of a species', () => {
  const left = { unknownDay: 6n, inCareAtEnd: 30n };
  expect(figuresOf(october)).toEqual({
    ...{ intakes: 9n, outcomes: 8n, live: 4n, euthanized: 1n, returned: 2n, medianDays: 12n, ...left },
  });
  const rest = { unknownDay: 2n, inCareAtEnd: 10n, returned: undefined, medianDays: 9n };
  const dogs = { intakes: 5n, outcomes: 6n, live: 3n, euthanized: 1n, ...rest };
  expect(figuresOf(october, 'Dog')).toEqual(dogs);
  expect(figuresOf(october, '')).toMatchObject({ intakes: 1n, outcomes: 1n, live: 0n });
  expect(speciesOf([october, november])).toEqual(['Cat', 'Dog', '']);
});

test('a year has the sums of its months, who is here at the end of the last one, and medians of its own', () => {
  const { statistics } = month('2026-01-01', [], 3n);
  const year = { statistics, months: [october, november] };
  const sums = { intakes: 13n, outcomes: 11n, live: 7n, euthanized: 1n, unknownDay: 8n };
  expect(figuresOfYear(year)).toEqual({ ...sums, inCareAtEnd: 10n, returned: 3n, medianDays: 12n });
  expect(figuresOfYear(year, 'Dog')).toMatchObject({ intakes: 9n, returned: undefined, medianDays: 9n });
  expect(figuresOfYear({ statistics: undefined, months: [] })).toMatchObject({ intakes: 0n, inCareAtEnd: 0n });
});

test('the live release rate is of all outcomes, or by the Asilomar Accords without those that died', () => {
  const dogs = figuresOf(october, 'Dog');
  expect([liveRelease(dogs, 'all'), liveRelease(dogs, 'asilomar')]).toEqual([0.5, 0.75]);
  expect(liveRelease(figuresOf(november, 'Cat'), 'all')).toBeUndefined();
});
