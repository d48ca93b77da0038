import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldReference } from '../contract/references.ts';
import { readFile } from '../tests/support/data/reading.ts';
import type { MappedAnimal } from './map/mapping.ts';

/** Excerpts of what shelters have published. They stand beside the checkout, and not in it. */
const folder = join(import.meta.dir, '../../shared/data');

/** The newest stay of each animal, and the check of all rows. */
async function newestOf(name: string) {
  const { rows, check, inspection } = await readFile(readFileSync(join(folder, name)));
  const animals = rows.filter((row): row is MappedAnimal => row.kind === 'animal');
  const newest = new Map<string, MappedAnimal>();
  for (const animal of animals) {
    const key = foldReference(animal.profile?.reference ?? '');
    const known = newest.get(key);
    if ((known?.profile?.arrivedOn ?? '') <= (animal.profile?.arrivedOn ?? '')) newest.set(key, animal);
  }
  const count = (of: (profile: NonNullable<MappedAnimal['profile']>) => string | undefined) => {
    const counts: Record<string, number> = {};
    for (const { profile = {} } of newest.values())
      counts[of(profile) ?? 'none'] = (counts[of(profile) ?? 'none'] ?? 0) + 1;
    return counts;
  };
  return { check, count, rowCount: inspection.rowCount };
}

const isThere = existsSync(folder);
if (!isThere) console.warn(`Skipped: ${folder}, with excerpts of real files, is not there.`);

// All expected counts were made with another program (Python's csv), from the texts of the file.
describe.skipIf(!isThere)('files that shelters have published', () => {
  test('San José: each animal once, with what is known of its newest stay; only words of outcomes are asked', async () => {
    const { check, count, rowCount } = await newestOf('san-jose-2024-early.csv');
    expect([rowCount, check.animals, check.earlierStays, check.rejected]).toEqual([4_846, 3_952, 894, 0]);
    expect(check.statuses).toEqual({ available: 0, pending: 267, sold: 3_685 });
    expect(count(({ species }) => species)).toEqual({ Cat: 2_413, Dog: 987, OTHER: 410, Bird: 138, Livestock: 4 });
    // Neutered and male, spayed and female.
    expect(count(({ sex }) => sex)).toEqual({ male: 1_022 + 554, female: 1_018 + 443, unknown: 915 });
    expect(count(({ outcomeType }) => outcomeType)).toEqual({
      adoption: 1_105,
      // TRANSFER and RESCUE, DISPOSAL and DIED, EUTH and REQ EUTH.
      transfer_out: 415 + 393,
      died: 532 + 165,
      euthanised: 326 + 2,
      return_to_owner: 258,
      // RTF, LOST EXP, FOUND EXP and MISSING.
      other: 453 + 27 + 8 + 1,
      // FOSTER, FOUND ANIM, SPAY and nothing.
      none: 171 + 34 + 12 + 50,
    });
    expect(count(({ outcomeOn }) => outcomeOn?.slice(0, 7))).toEqual({
      ...{ '2023-07': 268, '2023-08': 317, '2023-09': 288, '2023-10': 285, '2023-11': 250, '2023-12': 243 },
      ...{ '2024-01': 252, '2024-02': 217, '2024-03': 255, '2024-04': 336, '2024-05': 399, '2024-06': 412 },
      // An adopted animal has no day.
      ...{ '2024-07': 104, '2024-08': 48, '2024-09': 10, none: 267 + 1 },
    });
    expect(count(({ arrivedOn }) => arrivedOn?.slice(0, 7))).toEqual({
      ...{ '2023-07': 394, '2023-08': 338, '2023-09': 315, '2023-10': 310, '2023-11': 234, '2023-12': 205 },
      ...{ '2024-01': 259, '2024-02': 219, '2024-03': 252, '2024-04': 410, '2024-05': 507, '2024-06': 509 },
    });
    expect(check.undecided.map(({ column, text, count }) => [column, text, count])).toEqual([
      ['OutcomeType', 'FOSTER', 171],
      ['OutcomeType', '', 48],
      ['OutcomeType', 'FOUND ANIM', 34],
      ['OutcomeType', 'SPAY', 12],
      ['OutcomeDate', 'date', 2],
    ]);
    // Births after the arrival are no facts; nothing else is left out.
    expect(check.unread.map(({ column, fault }) => [column, fault?.detail.replaceAll(/\d/g, '0')])).toEqual([
      ['DOB', 'is after the arrival on 0000-00-00'],
    ]);
  });

  test('Bloomington: the dead are dead, and species, sex and breed are read without an answer', async () => {
    const { check, count } = await newestOf('bloomington-asm-columns.csv');
    expect([check.animals, check.rejected, check.statuses.available]).toEqual([1_432, 0, 0]);
    const { died = 0, euthanised = 0 } = count(({ outcomeType }) => outcomeType);
    expect([died, euthanised]).toEqual([43 - 23, 23]);
    expect(count(({ species }) => species)).toMatchObject({
      Cat: 766,
      Dog: 563,
      Rabbit: 32,
      Rat: 30,
      'Guinea Pig': 13,
    });
    expect(count(({ sex }) => sex)).toEqual({ male: 699, female: 696, unknown: 37 });
    expect(count(({ breed }) => (breed === undefined ? 'none' : 'told'))).toEqual({ told: 1_428, none: 4 });
  });

  test('Austin: animals without a name are called by their reference, and all have left but two', async () => {
    const { check } = await newestOf('austin-animal-center-outcomes.csv');
    expect([check.animals, check.rejected, check.earlierStays]).toEqual([9_860, 0, 140]);
    expect(check.statuses).toEqual({ available: 0, pending: 2, sold: 9_858 });
  });
});
