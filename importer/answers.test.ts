import { describe, expect, test } from 'bun:test';
import { type ReadFile, readFile } from '../tests/support/data/reading.ts';
import { isTelling } from './map/standing.ts';
import { parseStatusMap } from './map/status-map.ts';
import { columnsOf, type Plan, withAnswer, withRole } from './plan.ts';

const content = [
  'Animal ID,Name,Type,Stage,Outcome Type,Outcome Date',
  'A1,Here,DOG,,,',
  'A2,Zone,DOG,Zone 7,,',
  'A3,Bite,DOG,Bite hold,,',
  'A4,Foster,DOG,,FOSTER,2026-10-01',
  'A5,Gone,DOG,,Adopted,2026-10-01',
  'A6,Dead,DOG,,EUTH,2026-10-01',
  'A7,Day,DOG,,,2026-10-01',
].join('\n');

function statusesOf({ rows }: ReadFile): string[] {
  return rows.map((row) => {
    if (row.kind !== 'animal') return row.kind;
    const { holdUntil, outcomeType } = row.profile ?? {};
    return [row.newPet.status, holdUntil && 'on hold', outcomeType].filter(Boolean).join(' ');
  });
}

const held = 'pending on hold';
const left = ['sold adoption', 'sold euthanised'];

describe('who is shown', () => {
  test('of rows that say nothing, the default status tells it; it overrules no word, no hold, no end and no day', async () => {
    expect(statusesOf(await readFile(content))).toEqual([held, held, held, held, ...left, held]);
    const read = await readFile(content, (plan) => ({ ...plan, defaultStatus: 'available' }));
    expect(statusesOf(read)).toEqual(['available', held, held, 'available', ...left, held]);
    expect(read.rows[3]).toMatchObject({ profile: { whereabouts: 'foster' } });
  });

  test('a word means what somebody has said, in any spelling of it, and an empty one or a day, too', async () => {
    const answers = [
      ['Stage', 'ZONE-7', 'available'],
      ['Outcome Type', '', 'available'],
      ['Outcome Type', 'Foster', 'available'],
      ['Outcome Date', 'date', 'return_to_owner'],
      ['Stage', 'bite hold', 'leave-out'],
    ] as const;
    const answer = (plan: Plan) =>
      answers.reduce((changed, [column, text, value]) => withAnswer(changed, column, text, value), plan);
    const read = await readFile(content, answer);
    expect(statusesOf(read)).toEqual([
      'available',
      'available',
      'leftOut',
      'available',
      ...left,
      'sold return_to_owner',
    ]);
    expect(read.rows[3]).toMatchObject({ profile: { whereabouts: 'foster' } });
    expect(read.check.undecided).toEqual([]);
    const takenBack = (plan: Plan) => withAnswer(answer(plan), 'Stage', 'Zone 7', undefined);
    expect(statusesOf(await readFile(content, takenBack))[1]).toBe(held);
  });

  test('an unknown word of a flag is answered like one of a status, and a hold that only says yes has a reason of its own', async () => {
    const flags = 'Name,Species,Adoptable,Hold\nA,Dog,in pairs,\nB,Dog,yes,yes\n';
    const answer = (plan: Plan) => withAnswer(plan, 'Adoptable', 'In pairs', 'available');
    expect(statusesOf(await readFile(flags))).toEqual([held, held]);
    const { rows, plan } = await readFile(flags, answer);
    expect(rows).toMatchObject([
      { newPet: { status: 'available' } },
      { newPet: { status: 'pending' }, profile: { holdReason: 'Not for adoption' } },
    ]);
    expect(['Adoptable', 'Hold', 'Name'].map((column) => isTelling(plan, column))).toEqual([true, true, false]);
  });

  test('a map of texts holds for all spellings; its * makes nobody available who has left, and tells what it stands for', async () => {
    const mapped = (text: string) => (plan: Plan) => ({
      ...withRole(plan, 'status', ['Outcome Type']),
      statusMap: parseStatusMap(text),
    });
    const all = await readFile(content, mapped('ADOPTED=sold,*=available'));
    expect(statusesOf(all)).toEqual(['available', held, held, 'available', ...left, held]);
    expect(all.check.caught.map(({ text, count }) => [text, count])).toEqual([
      ['', 4],
      ['FOSTER', 1],
    ]);
    const none = await readFile(content, mapped('adopted=available,*=leave-out'));
    expect(statusesOf(none)).toEqual([...Array(4).fill('leftOut'), 'available', 'leftOut', 'leftOut']);
  });
});

test('a category is known again by the folded name that the service has for it, or by its own number', async () => {
  const kinds = 'Name,Category,Status\nA,Big Dogs,available\nB,BIG-DOGS,available\nC,Bird,available\n';
  const idsOf = ({ rows }: ReadFile) => rows.map((row) => row.kind === 'animal' && row.newPet.categoryId);
  const [own, same, bird] = idsOf(await readFile(kinds));
  expect([same, bird === own]).toEqual([own, false]);
  expect(idsOf(await readFile(kinds, undefined, [{ id: 3n, name: 'Big dógs' }]))).toEqual([3n, 3n, bird ?? false]);
  const known = [
    { id: 3n, name: 'big dogs' },
    { id: BigInt(own || 0), name: 'Renamed' },
  ];
  expect(idsOf(await readFile(kinds, undefined, known))[0]).toBe(own ?? false);
});

test('what a word of a fact stands for can be said, and that it is nothing', async () => {
  const sizes = 'Name,Species,Status,Size\nA,Dog,available,waist-high\nB,Dog,available,who knows\n';
  const answer = (plan: Plan) =>
    withAnswer(withAnswer(plan, 'Size', 'Waist High', 'large'), 'Size', 'who knows', 'nothing');
  const { rows, check } = await readFile(sizes, answer);
  expect(rows.map((row) => row.kind === 'animal' && row.profile?.size)).toEqual(['large', undefined]);
  expect(check.unread).toEqual([]);
});

test('the column of references is one that tells animals apart, and no number that a spreadsheet has shortened', async () => {
  const referenceOf = async (text: string) => columnsOf((await readFile(text)).plan, 'reference');
  expect(await referenceOf('id,Animal ID,Name,Type\n1,A1,x,Dog\n2,A2,y,Dog\n')).toEqual(['Animal ID']);
  expect(await referenceOf('Microchip,AnimalNumber,Name\n9.8E+14,A1,x\n9.8E+14,A2,y\n')).toEqual(['AnimalNumber']);
  expect(await referenceOf('Microchip,Name\n981000000000001,x\n981000000000002,y\n')).toEqual(['Microchip']);
  expect(await referenceOf('Name,Type\nx,Dog\ny,Dog\n')).toEqual([]);
  const numbered = (heading: string, numbers: readonly string[]) =>
    referenceOf(`Chip,Name,${heading}\n${numbers.map((number, at) => `98100000000000${at},x,${number}`).join('\n')}\n`);
  for (const heading of ['Nr.', 'Nr', 'Nummer', 'Number', 'No.', '#', 'N°', 'Nº', 'Núm.', 'Número', 'Numéro'])
    expect(await numbered(heading, ['T2', 'T1'])).toEqual([heading]);
  for (const numbers of [
    ['1', '2'],
    ['T1', 'T1'],
    ['T1', ''],
  ])
    expect(await numbered('Nr.', numbers)).toEqual(['Chip']);
});

test('our own export is read exactly: no text is a word for nothing, and the number of an animal is no reference', async () => {
  const row = ['7', '*NA', '3', 'sold', '&amp; <b>none</b>', 'dogs', 'unknown', 'Dogs'];
  const { rows, plan } = await readFile(
    `id,name,categoryId,status,description,species,breed,category\n${row.join(',')}\n`,
  );
  expect(plan.isExact).toBe(true);
  expect(rows).toMatchObject([
    {
      newPet: { name: '*NA', categoryId: 3n, status: 'sold' },
      profile: { description: '&amp; <b>none</b>', species: 'dogs', breed: 'unknown' },
      categoryName: 'Dogs',
    },
  ]);
  expect(rows[0]).not.toHaveProperty('profile.reference');
  expect(rows[0]).not.toHaveProperty('profile.outcomeType');
});
