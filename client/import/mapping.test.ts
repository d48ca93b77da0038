import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createMapping, type MappingRules } from './mapping.ts';
import { parseStatusMap } from './status-map.ts';
import { UnusableMappingError } from './unusable-mapping-error.ts';

const columns = ['name', 'tag', 'kind', 'outcome'];
const plain: MappingRules = {
  nameColumns: ['name'],
  category: { kind: 'column', column: 'kind' },
  status: { kind: 'none' },
};

function faultsOf(rules: MappingRules, of: readonly string[] = columns): readonly string[] {
  try {
    createMapping(rules, of);
  } catch (error) {
    if (error instanceof UnusableMappingError) return error.problems;
  }
  return [];
}

describe('a name', () => {
  test('comes unchanged from the first of its columns that is not blank', () => {
    const mapping = createMapping({ ...plain, nameColumns: ['name', 'tag'] }, columns);
    expect(mapping([' Frank ', 'A1', '3', ''])).toEqual({
      kind: 'animal',
      newPet: { name: ' Frank ', categoryId: 3n },
    });
    expect(mapping(['  ', 'A1', '3', ''])).toMatchObject({ newPet: { name: 'A1' } });
  });

  test('that is blank in all its columns makes the row invalid, and all reasons are reported together', () => {
    const mapping = createMapping(plain, columns);
    const reason = 'There is no name: name is empty. There is no category: kind is empty.';
    expect(mapping(['', 'A1', ' ', ''])).toEqual({ kind: 'unusable', reason });
  });
});

test('or a category number that the service would reject makes the row invalid', () => {
  const mapping = createMapping(plain, columns);
  const reasonFor = (name: string, kind: string) => mapping([name, '', kind, '']);
  expect(reasonFor('two\nlines', '1')).toEqual({ kind: 'unusable', reason: 'The name has a line break.' });
  expect(reasonFor('🐕'.repeat(255), '1')).toMatchObject({ kind: 'animal' });
  const reason =
    'The name has 256 characters, and may have 255. The category number 9223372036854775808 does not fit into 64 bits.';
  expect(reasonFor('x'.repeat(256), '9223372036854775808')).toEqual({ kind: 'unusable', reason });
});

describe('a status', () => {
  const column = 'outcome';
  const map = parseStatusMap('Adoption=sold,On hold=pending');

  test('without a map must be one of the three statuses; an empty cell leaves it out', () => {
    const mapping = createMapping({ ...plain, status: { kind: 'column', column } }, columns);
    expect(mapping(['a', '', '1', ' sold '])).toMatchObject({ newPet: { status: 'sold' } });
    expect(mapping(['a', '', '1', ''])).toEqual({ kind: 'animal', newPet: { name: 'a', categoryId: 1n } });
    const reason = 'outcome is "Sold", not available, pending or sold.';
    expect(mapping(['a', '', '1', 'Sold'])).toEqual({ kind: 'unusable', reason });
  });

  test('with a map is translated; a text without an entry makes the row invalid', () => {
    const mapping = createMapping({ ...plain, status: { kind: 'column', column, map } }, columns);
    expect(mapping(['a', '', '1', 'Adoption'])).toMatchObject({ newPet: { status: 'sold' } });
    expect(mapping(['a', '', '1', ''])).toEqual({ kind: 'animal', newPet: { name: 'a', categoryId: 1n } });
    const reason = 'There is no status for "sold".';
    expect(mapping(['a', '', '1', 'sold'])).toEqual({ kind: 'unusable', reason });
  });

  test('with * in the map covers every other text, including an empty one', () => {
    const all = new Map([...map, ['*', 'available'] as const]);
    const mapping = createMapping({ ...plain, status: { kind: 'column', column, map: all } }, columns);
    const statuses = ['Adoption', 'On hold', 'Died', ''].map((cell) => mapping(['a', '', '1', cell]));
    expect(statuses).toMatchObject(
      ['sold', 'pending', 'available', 'available'].map((status) => ({ newPet: { status } })),
    );
  });
});

test('a fixed category applies to every row', () => {
  const mapping = createMapping({ ...plain, category: { kind: 'fixed', categoryId: -7n } }, columns);
  expect(mapping(['a', '', '', ''])).toEqual({ kind: 'animal', newPet: { name: 'a', categoryId: -7n } });
});

test('a row whose number of cells differs from the header is invalid', () => {
  const reason = 'The row has 3 cells, the header has 4.';
  expect(createMapping(plain, columns)(['a', 'b', '1'])).toEqual({ kind: 'unusable', reason });
});

test('reports all errors in the rules together, with the existing columns', () => {
  const rules: MappingRules = { ...plain, nameColumns: ['nam', 'nam'], category: { kind: 'column', column: 'sort' } };
  expect(faultsOf(rules)).toEqual([
    'There is no column "nam". The columns are: name, tag, kind, outcome.',
    'There is no column "sort". The columns are: name, tag, kind, outcome.',
  ]);
});

test('rejects a rule that names a duplicate column', () => {
  expect(faultsOf(plain, ['name', 'kind', ' kind '])).toEqual(['There are two columns "kind". Rename one of them.']);
});

test('the same rules map a row to the same animal, whatever the order of the columns', () => {
  const row = fc.record({ name: fc.string(), kind: fc.string(), other: fc.string() });
  fc.assert(
    fc.property(row, ({ name, kind, other }) => {
      const one = createMapping(plain, ['name', 'kind', 'other'])([name, kind, other]);
      const two = createMapping(plain, ['other', 'kind', 'name'])([other, kind, name]);
      expect(one).toEqual(two);
    }),
  );
});

describe('a profile', () => {
  const row = ['Frank', '-1', '3', 'Beagle'];
  const rules = [
    { column: 'tag', attribute: 'b' },
    { column: 'outcome', field: 'breed' },
    { column: 'kind', attribute: 'a' },
    { column: 'outcome', field: 'species' },
  ] as const;

  test('has the same members in the same order, in whatever order its columns are named', () => {
    const profiles = [rules, rules.toReversed()].map((profile) => {
      const mapped = createMapping({ ...plain, profile }, columns)(row);
      return JSON.stringify(mapped.kind === 'animal' && mapped.profile);
    });
    const expected = '{"species":"Beagle","breed":"Beagle","attributes":{"a":"3","b":"-1"}}';
    expect(profiles).toEqual([expected, expected]);
  });
});

test('photos are separated by blanks or semicolons, and each is added once', () => {
  const mapping = createMapping({ ...plain, photos: 'tag' }, columns);
  expect(mapping(['Frank', ' a.jpg; b.jpg  a.jpg\nc.jpg;', '3', ''])).toMatchObject({
    photos: ['a.jpg', 'b.jpg', 'c.jpg'],
  });
  expect(mapping(['Frank', ' ; ', '3', ''])).not.toHaveProperty('photos');
  expect(faultsOf({ ...plain, photos: 'picture' })).toEqual([
    'There is no column "picture". The columns are: name, tag, kind, outcome.',
  ]);
});

test('columns are found in any case, and one that is spelled the same goes before', () => {
  const rules: MappingRules = { ...plain, nameColumns: ['NAME'], category: { kind: 'column', column: 'Kind' } };
  const mapping = createMapping(rules, [' Name ', 'kind', 'Kind']);
  expect(mapping(['Rex', '1', '2'])).toMatchObject({ newPet: { name: 'Rex', categoryId: 2n } });
  expect(faultsOf({ ...rules, category: { kind: 'column', column: 'KIND' } }, ['Name', 'kind', 'Kind'])).toEqual([
    'There are two columns "KIND". Rename one of them.',
  ]);
});

test('how animals left is read from the words of a real shelter, and makes them sold; another status leaves it out', () => {
  const file = join(import.meta.dir, '../../tests/data/austin-outcomes-excerpt.csv');
  const [header = [], ...animals]: string[][] = parse(readFileSync(file, 'utf8'));
  const count = (rules: Partial<MappingRules>) => {
    const mapping = createMapping(
      {
        nameColumns: ['name', 'animal_id'],
        category: { kind: 'fixed', categoryId: 1n },
        status: { kind: 'none' },
        profile: [{ column: 'outcome_type', field: 'outcomeType' }],
        ...rules,
      },
      header,
    );
    const counts: Record<string, number> = {};
    for (const row of animals) {
      const mapped = mapping(row);
      const said = mapped.kind === 'animal' ? `${mapped.newPet.status} ${mapped.profile?.outcomeType}` : mapped.kind;
      counts[said] = (counts[said] ?? 0) + 1;
    }
    return counts;
  };
  const counts = {
    'sold adoption': 19,
    'sold transfer_out': 16,
    'sold euthanised': 8,
    'sold return_to_owner': 6,
    'sold died': 5,
    'sold other': 4,
    'undefined undefined': 2,
  };
  expect(count({})).toEqual(counts);
  const map = parseStatusMap('Adoption=sold,*=available');
  expect(count({ status: { kind: 'column', column: 'outcome_type', map } })).toEqual({
    'sold adoption': 19,
    'available undefined': 41,
  });
});
