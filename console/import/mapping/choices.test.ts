import { expect, test } from 'bun:test';
import type { SourceFile } from '../file/source-file.ts';
import { findErrors, guessChoices, textsToMap, toRules } from './choices.ts';

function sourceOf(columns: readonly string[], texts: SourceFile['texts'] = columns.map(() => [])): SourceFile {
  const file = new File([], 'animals.csv');
  return { file, delimiter: ',', columns, rowCount: 0, contentHash: '', firstRows: [], texts };
}

test('prefers the column names that the command uses', () => {
  const source = sourceOf(['Category', ' categoryId ', 'Name', 'name', 'status']);
  const choices = guessChoices(source);
  expect(choices).toMatchObject({ name: 3, category: 1, status: 4 });
  expect(findErrors(choices)).toEqual({});
  expect(toRules(choices, source)).toEqual({
    nameColumns: ['name'],
    category: { kind: 'column', column: 'categoryId' },
    status: { kind: 'column', column: 'status', map: undefined },
    profile: [],
    leaveOut: [],
    dateOrder: undefined,
  });
});

test('recognizes other common column names', () => {
  expect(guessChoices(sourceOf(['id', 'Pet Name', 'animal_type', 'Outcome-Type']))).toMatchObject({
    name: 1,
    category: 2,
    status: 3,
  });
});

test('asks for columns that it does not find', () => {
  const choices = guessChoices(sourceOf(['a', 'b']));
  expect(Object.keys(findErrors(choices))).toEqual(['name', 'category']);
  expect(toRules(choices, sourceOf(['a', 'b']))).toBeUndefined();
});

test('maps texts to the status that they suggest, and leaves the rows of the others out', () => {
  const source = sourceOf(['name', 'kind', 'status'], [[], [], ['', 'Adopted', 'Died', 'On hold', 'sold']]);
  const choices = guessChoices({ ...source, columns: ['name', 'category', 'status'] });
  expect(textsToMap(choices, source)).toEqual(['Adopted', 'Died', 'On hold']);
  const { status } = toRules(choices, source) ?? {};
  expect(status).toEqual({
    kind: 'column',
    column: 'status',
    map: new Map(Object.entries({ Adopted: 'sold', Died: 'leave-out', 'On hold': 'pending', sold: 'sold' })),
  });
});

test('recognizes columns of the profile, and keeps columns as attributes if asked to', () => {
  const source = sourceOf(['name', 'species', 'breed', 'DOB', 'outcome']);
  const choices = guessChoices(source);
  const kept = { ...choices, profile: new Map([...choices.profile, [4, 'attribute'] as const]) };
  expect(toRules(kept, source)?.profile).toEqual([
    { column: 'species', field: 'species' },
    { column: 'breed', field: 'breed' },
    { column: 'DOB', field: 'birthDate' },
    { column: 'outcome', attribute: 'outcome' },
  ]);
});

test('takes the meaning of columns from the export that they are recognized as, and the order of dates from the dates', () => {
  const columns = ['Animal #', 'ARN', 'Animal Name', 'Species', 'Intake Date', 'Outcome Type'];
  const source = sourceOf(columns, [...columns.slice(0, -1).map(() => []), ['', 'Adoption', 'Died']]);
  const row = (date: string) => ({ line: 2, cells: ['A7', '', 'Rex', 'Dog', date, ''] });
  const orderOf = (date: string) => guessChoices({ ...source, firstRows: [row(date)] }).dateOrder;
  expect(['3/4/2026', '31/3/2026', '2026-03-31'].map(orderOf)).toEqual(['mdy', 'dmy', undefined]);
  const rules = toRules(guessChoices(source), source);
  expect(rules).toMatchObject({
    nameColumns: ['Animal Name'],
    category: { column: 'Species' },
    status: { column: 'Outcome Type', map: new Map(Object.entries({ Adoption: 'sold', Died: 'leave-out' })) },
    leaveOut: [{ column: 'Animal #' }],
  });
});
