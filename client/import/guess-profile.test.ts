import { expect, test } from 'bun:test';
import { guessProfileColumns } from './guess-profile.ts';
import { aboutFields, profileFields } from './profile-cells.ts';

test('recognizes the columns of an export', () => {
  expect([...guessProfileColumns(profileFields).values()]).toEqual([...profileFields]);
});

test('recognizes usual names in any spelling, each field once', () => {
  const header = 'Animal ID,animal_type,Breed,Colour,date_of_birth,DOB,sex_upon_outcome,outcome_type';
  expect([...guessProfileColumns(header.split(','))].toSorted(([one], [other]) => one - other)).toEqual([
    [0, 'reference'],
    [1, 'species'],
    [2, 'breed'],
    [3, 'color'],
    [4, 'birthDate'],
    [6, 'sex'],
    [7, 'outcomeType'],
  ]);
});

test('takes a time for that of the outcome only where outcomes are told, no intakes, and no other day of it', () => {
  const timeOf = (...columns: string[]) => guessProfileColumns(['DateTime', 'MonthYear', ...columns]).get(0);
  expect(timeOf('Outcome Type')).toBe('outcomeOn');
  expect(timeOf('animal_type')).toBeUndefined();
  expect(timeOf('Intake Type')).toBeUndefined();
  expect(timeOf('Outcome Type', 'Sex upon Intake')).toBeUndefined();
  expect(timeOf('Outcome Type', 'Outcome Date')).toBeUndefined();
});

const headings = profileFields.flatMap((field) =>
  [field, ...aboutFields[field].headings].map((name) => [name, field] as const),
);
test.each(headings)('recognizes %s as %s, whatever other fields are called', (heading, field) => {
  expect([...guessProfileColumns([heading])]).toEqual([[0, field]]);
});
