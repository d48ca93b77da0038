import { expect, test } from 'bun:test';
import { EntryTable } from './table.ts';

const plain = { columns: undefined, isBold: false };

/** The lines of a table whose entries come in these pages. */
const linesOf = (...pages: object[][]) => {
  const table = new EntryTable(plain);
  return pages
    .map((page) => table.add(page))
    .join('')
    .split('\n');
};

test('cells of later entries are below their headings, which are printed again when there are others or one moves', () => {
  const pages = [
    [],
    [{ id: 1, tag: 'ab' }, { id: 22 }],
    [{ id: 3 }],
    [{ id: 4, place: { name: 'K1' }, tag: 'c' }],
    [{ id: 5, place: { name: 'long name' } }],
    [{ id: 6, tag: 7 }],
    [{ id: 7, tag: 'longer', place: { name: 'K1' } }],
    [{ id: 8, place: { name: 'K1' } }],
  ];
  expect(linesOf(...pages)).toEqual([
    'ID  TAG',
    ' 1  ab',
    '22',
    ' 3',
    'ID  TAG  NAME',
    ' 4  c    K1',
    ' 5       long name',
    ' 6  7',
    'ID  TAG     NAME',
    ' 7  longer  K1',
    ' 8          K1',
    '',
  ]);
  expect(linesOf([{ id: 1, type: 'inq.made', inquiryId: 7 }], [{ id: 2, type: 'pet.made', petId: 9 }])).toEqual([
    'ID  TYPE      INQUIRY ID',
    ' 1  inq.made           7',
    'ID  TYPE      INQUIRY ID  PET ID',
    ' 2  pet.made                   9',
    '',
  ]);
});

test('a long value is shortened at a terminal, and whole elsewhere', () => {
  const entries = [{ id: 1, name: 'x'.repeat(90), status: 'sold' }];
  expect(new EntryTable(plain).add(entries)).toContain(` ${'x'.repeat(90)} `);
  expect(new EntryTable({ ...plain, columns: 200 }).add(entries)).toContain(` ${'x'.repeat(47)}… `);
});
