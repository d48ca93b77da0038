import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Profile } from '../../client/index.ts';
import { readFile } from '../../tests/support/data/reading.ts';
import { referenceKey } from '../check/check.ts';
import { type EarlierStay, type History, withHistory } from '../check/stays.ts';
import type { MappedAnimal } from '../map/mapping.ts';
import { withAnswer } from '../plan.ts';
import { differenceOf } from './difference.ts';
import type { KnownAnimal } from './known-animals.ts';

const folder = join(import.meta.dir, '../../../shared/data');
const names = ['san-jose-2024-early.csv', 'san-jose-2024-late.csv'] as const;
const isThere = names.every((name) => existsSync(join(folder, name)));
if (!isThere) console.warn(`Skipped: ${folder}, with two versions of a real file, is not there.`);

type State = KnownAnimal & { earlierStays: readonly EarlierStay[] };

/** What a catalogue has after an import with update: as the service applies it, in memory. */
async function importInto(states: Map<string, State>, name: string): Promise<void> {
  const answers = [
    ['FOSTER', 'pending'],
    ['FOUND ANIM', 'other'],
    ['SPAY', 'other'],
  ] as const;
  const { rows, check } = await readFile(readFileSync(join(folder, name)), (plan) =>
    answers.reduce((of, [text, value]) => withAnswer(of, 'OutcomeType', text, value), plan),
  );
  expect([check.rejected, check.withoutReference]).toEqual([0, 0]);
  const byLine = new Map(rows.map((row, index) => [index + 2, row]));
  for (const [key, line] of check.newestLines) {
    const history = check.histories.get(key);
    const animal = withHistory(byLine.get(line) as MappedAnimal, history);
    const { name: called, status = 'available' } = animal.newPet;
    const earlierStays = history?.earlierStays ?? [];
    const added = { id: 0n, name: called, status, profile: animal.profile ?? {}, hasPhotos: false, earlierStays };
    const known = states.get(key);
    states.set(key, known === undefined ? added : update(known, animal, history));
  }
}

function update(known: State, animal: MappedAnimal, history: History | undefined): State {
  const difference = differenceOf(animal, known, { history });
  const { arrivedOn, intakeType, outcomeType, outcomeOn } = known.profile;
  const isBack = known.status === 'sold' && (difference.pet.status ?? 'sold') !== 'sold';
  const ended =
    isBack && outcomeOn !== undefined ? [{ arrivedOn, intakeType, outcomeType, outcomeOn } as EarlierStay] : [];
  const before: Profile =
    isBack || difference.pet.status === 'sold'
      ? { ...known.profile, ...({ outcomeType: undefined, outcomeOn: undefined } as object) }
      : known.profile;
  const merged = Object.entries({ ...before, ...difference.profile }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const stays = new Map(
    [...known.earlierStays, ...difference.earlierStays, ...ended].map((stay) => [
      `${stay.arrivedOn} ${stay.outcomeOn}`,
      stay,
    ]),
  );
  return {
    ...known,
    ...difference.pet,
    profile: Object.fromEntries(merged) as Profile,
    earlierStays: [...stays.values()],
  };
}

describe.skipIf(!isThere)('two versions of a real file', () => {
  test('the later one, as an update of the earlier one, leaves here only who is here', async () => {
    const states = new Map<string, State>();
    for (const name of names) await importInto(states, name);
    const { animals, newest } = countPlainly(names);
    expect(states.size).toBe(animals);
    const here = [...states].filter(([, { status }]) => status !== 'sold');
    const isFoster = ({ profile }: State) => profile.whereabouts === 'foster';
    // Of one of them the later file has lost the row that says it came back from foster care.
    expect([here.length, here.filter(([, state]) => isFoster(state)).length]).toEqual([28 + 160, 160 + 1]);
    const expected = [...newest].filter(([, { OutcomeType: type }]) => type === '' || type === 'FOSTER');
    expect(here.map(([key]) => key).sort()).toEqual(expected.map(([id]) => referenceKey(id)).sort());
    // Nobody is public: of those without an outcome the file does not tell whether they are for adoption.
    expect(
      here.map(([, { status, profile }]) => status === 'available' && profile.holdUntil === undefined),
    ).not.toContain(true);
  });

  test.each(names)('%s alone has the stays of each month', async (name) => {
    const states = new Map<string, State>();
    await importInto(states, name);
    expect(monthsOf([...states.values()])).toEqual(countPlainly([name]).months);
  });
});

type Months = Record<string, [intakes: number, outcomes: number]>;

function monthsOf(states: readonly State[]): Months {
  const stays = states.flatMap(({ profile, earlierStays }) => [...earlierStays, profile]);
  return count(
    stays.map(({ arrivedOn }) => arrivedOn),
    stays.map(({ outcomeOn }) => outcomeOn),
  );
}

function count(intakes: readonly (string | undefined)[], outcomes: readonly (string | undefined)[]): Months {
  const months: Months = {};
  for (const [index, days] of [intakes, outcomes].entries()) {
    for (const day of days) {
      if (day === undefined || day === '') continue;
      const month = months[day.slice(0, 7)] ?? [0, 0];
      months[day.slice(0, 7)] = month;
      month[index === 0 ? 0 : 1] += 1;
    }
  }
  return months;
}

/** Counts without the importer. An animal in foster care has not left, and comes from there without an intake. */
function countPlainly(files: readonly string[]) {
  const stays = new Map<string, Map<string, Record<string, string>>>();
  for (const name of files) {
    const rows: Record<string, string>[] = parse(readFileSync(join(folder, name)), { columns: true, bom: true });
    for (const row of rows) {
      const id = row['AnimalID'] ?? '';
      stays.set(id, (stays.get(id) ?? new Map()).set(row['IntakeDate'], row));
    }
  }
  const intakes: string[] = [];
  const outcomes: string[] = [];
  const newest = new Map<string, Record<string, string>>();
  for (const [id, byDay] of stays) {
    let isHere = false;
    for (const day of [...byDay.keys()].sort()) {
      const row = byDay.get(day) ?? {};
      if (!isHere) intakes.push(day);
      isHere = ['', 'FOSTER'].includes(row['OutcomeType'] ?? '');
      if (!isHere) outcomes.push(row['OutcomeDate'] ?? '');
      newest.set(id, row);
    }
  }
  return { animals: stays.size, newest, months: count(intakes, outcomes) };
}
