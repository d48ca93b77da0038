import { expect, test } from 'bun:test';
import type { SourceFile } from '../file/source-file.ts';
import { findErrors, textsToMap, toRules } from './choices.ts';
import { guessChoices } from './guess-choices.ts';

function sourceOf(columns: readonly string[], texts: SourceFile['texts'] = columns.map(() => [])): SourceFile {
  const file = new File([], 'animals.csv');
  return { file, delimiter: ',', columns, rowCount: 0, contentHash: '', firstRows: [], texts };
}

test('columns are found as the command finds them, before any other name', () => {
  const source = sourceOf(['Category', ' categoryId ', 'Name', 'name', 'status']);
  const choices = guessChoices(source);
  expect(choices).toMatchObject({ name: 3, category: 1, status: 4 });
  expect(findErrors(choices)).toEqual({});
  expect(toRules(choices, source)).toEqual({
    nameColumns: ['name'],
    category: { kind: 'column', column: 'categoryId' },
    status: { kind: 'column', column: 'status', map: undefined },
  });
});

test('columns are found by other names that they usually have', () => {
  expect(guessChoices(sourceOf(['id', 'Pet Name', 'animal_type', 'Outcome-Type']))).toMatchObject({
    name: 1,
    category: 2,
    status: 3,
  });
});

test('what is not found is asked for', () => {
  const choices = guessChoices(sourceOf(['a', 'b']));
  expect(Object.keys(findErrors(choices))).toEqual(['name', 'category']);
  expect(toRules(choices, sourceOf(['a', 'b']))).toBeUndefined();
});

test('texts that are no status get one where they say it, and stand for nothing otherwise', () => {
  const source = sourceOf(['name', 'kind', 'status'], [[], [], ['', 'Adopted', 'Died', 'On hold', 'sold']]);
  const choices = guessChoices({ ...source, columns: ['name', 'category', 'status'] });
  expect(textsToMap(choices, source)).toEqual(['Adopted', 'Died', 'On hold']);
  const { status } = toRules(choices, source) ?? {};
  expect(status).toEqual({
    kind: 'column',
    column: 'status',
    map: new Map([
      ['Adopted', 'sold'],
      ['On hold', 'pending'],
      ['sold', 'sold'],
    ]),
  });
});
