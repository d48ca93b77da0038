import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { type Client, createClient } from '../../client/index.ts';
import { origin, startApp, type TestApp } from '../../tests/support/app.ts';
import { type ReadFile, readFile } from '../../tests/support/data/reading.ts';
import type { Mapping } from '../map/mapping.ts';
import { RejectedRows } from '../report/rejected-rows.ts';
import { ImportRun } from '../run/import-run.ts';
import { compareRows, countLeft } from './compare.ts';

let service: TestApp;
let program: Client;
let staff: Client;

beforeAll(async () => {
  service = await startApp();
  service.now = Date.parse('2026-11-28T12:00:00Z');
  program = await clientOf(await service.makeKey('admin'));
  staff = await clientOf(await service.makeKey('admin'));
});
afterAll(() => service.close());

async function clientOf(apiKey: string): Promise<Client> {
  return createClient({
    baseUrl: origin,
    apiKey,
    fetch: async (input, init) => await service.app.fetch(new Request(input, init)),
  });
}

function tableOf(...lines: string[]): string {
  return ['Name,Category,Reference,Intake Date,Intake Type,Outcome Date,Outcome Type,Colour', ...lines, ''].join('\n');
}

/** Imports a file as the command does with `--update-known`, or only compares it. */
async function importFile(
  content: string,
  { overwrites = false, isTrial = false, at = '', meanwhile = async () => {} } = {},
) {
  if (at !== '') service.now = Date.parse(at);
  await service.untilSettled();
  const file: ReadFile = await readFile(content);
  const lines = content.split('\n').slice(1, -1);
  const rows = () => toRows(lines);
  const byLine = new Map(file.rows.map((row, index) => [index + 2, row]));
  const mapping: Mapping = ({ line }) => byLine.get(line) ?? { kind: 'leftOut' };
  const { check } = file;
  const { signal } = new AbortController();
  const comparison = await compareRows({ client: program, mapping, check, rows: rows(), overwrites, signal });
  const run = new ImportRun({
    ...{ client: program, mapping, rows, updates: comparison, concurrency: 4, outlastsOutages: false },
    check,
    ...{ contentHash: content, fileName: 'animals.csv', rowCount: lines.length },
    hash: (text) => createHash('sha256').update(text).digest('base64url'),
    rejectedRows: new RejectedRows(file.inspection.columns, () => undefined),
  });
  await meanwhile();
  if (!isTrial) await run.work();
  if (run.failure !== undefined) throw run.failure;
  return { comparison, check, progress: run.progress };
}

async function* toRows(lines: readonly string[]) {
  for (const [index, line] of lines.entries()) yield { line: index + 2, cells: line.split(',') };
}

async function animal(reference: string) {
  const [pet] = (await program.pets.list({ reference }).page()).items;
  if (pet === undefined) throw new Error(`There is no ${reference}.`);
  const { reference: _, species: __, ...profile } = await program.profiles.get(pet.id);
  return { name: pet.name, status: pet.status, ...profile };
}

async function idOf(reference: string): Promise<bigint> {
  return (await program.pets.list({ reference }).page()).items[0]?.id ?? 0n;
}

test('an animal that a later file says has left has left, after a preview that says so', async () => {
  const first = tableOf(
    'Mo,Dog,L1,2026-10-01,Stray,,Available,black',
    'Kit,Cat,L2,2026-10-02,Stray,,Available,',
    'Sue,Dog,L3,2026-08-01,Stray,2026-09-20,Adoption,',
    'Tom,Cat,L4,2026-10-03,Stray,,Available,',
  );
  await importFile(first);
  const later = tableOf(
    'Mo,Dog,L1,2026-10-01,Stray,2026-11-03,Adoption,black',
    'Kit,Cat,L2,2026-10-02,Stray,2026-11-04,Euthanasia,',
    'Sue,Dog,L3,2026-11-02,Owner Surrender,,Available,',
    'Tom,Cat,L4,2026-10-03,Stray,,Available,',
    'Zoe,Cat,L5,2026-11-05,Stray,,Available,',
  );
  const at = '2026-12-06T12:00:00Z';
  const { comparison } = await importFile(later, { isTrial: true, at });
  const names = (animals: readonly { name: string }[] | undefined) => animals?.map(({ name }) => name);
  expect([
    countLeft(comparison),
    names(comparison.left.get('adoption')),
    names(comparison.left.get('euthanised')),
  ]).toEqual([...[2, ['Mo'], ['Kit']]]);
  const others = [
    comparison.returned,
    comparison.changed,
    comparison.unchanged,
    comparison.added,
    comparison.changedHere,
  ];
  expect(others.map(names)).toEqual([['Sue'], [], ['Tom'], ['Zoe'], []]);
  expect((await animal('L1')).status).toBe('available');

  const { progress } = await importFile(later, { at });
  expect(progress).toMatchObject({ added: 1, updated: 3, unchanged: 1, rejected: 0 });
  const arrived = { arrivedOn: '2026-10-01', intakeType: 'stray' };
  expect(await animal('L1')).toMatchObject({
    ...arrived,
    status: 'sold',
    outcomeType: 'adoption',
    outcomeOn: '2026-11-03',
  });
  expect(await animal('L2')).toMatchObject({ status: 'sold', outcomeType: 'euthanised', outcomeOn: '2026-11-04' });
  const sue = { name: 'Sue', status: 'available', arrivedOn: '2026-11-02', intakeType: 'owner_surrender' } as const;
  expect(await animal('L3')).toEqual(sue);
  const again = await importFile(later, { at });
  expect(again.progress).toMatchObject({ updated: 0, unchanged: 5 });
});

test('what somebody has changed here is named and kept, unless that is overruled', async () => {
  const first = tableOf(
    'Ada,Dog,H1,2026-10-01,Stray,,Available,black',
    'Bo,Dog,H2,2026-10-01,Stray,,Available,black',
    'Cy,Dog,H3,2026-10-01,Stray,,Available,black',
  );
  await importFile(first, { at: '2026-12-10T12:00:00Z' });
  service.now += 60_000;
  await staff.profiles.update(await idOf('H1'), { color: 'black and tan' });
  await staff.pets.update(await idOf('H2'), { status: 'sold' });
  await program.profiles.update(await idOf('H3'), { color: 'grey' });
  const later = tableOf(
    'Ada,Dog,H1,2026-10-01,Stray,2026-11-11,Transfer,brown',
    'Bo,Dog,H2,2026-10-01,Stray,,Available,brown',
    'Cy,Dog,H3,2026-10-01,Stray,,Available,brown',
  );
  const at = '2026-12-12T12:00:00Z';
  const { comparison } = await importFile(later, { at });
  expect(comparison.changedHere.map(({ name, fields }) => [name, fields])).toEqual([
    ['Ada', ['color']],
    ['Bo', ['status']],
  ]);
  expect(await animal('H1')).toMatchObject({ status: 'sold', outcomeType: 'transfer_out', color: 'black and tan' });
  expect(await animal('H2')).toMatchObject({ status: 'sold', outcomeType: 'adoption', color: 'brown' });
  expect(await animal('H3')).toMatchObject({ status: 'available', color: 'brown' });
  await importFile(later, { at, overwrites: true });
  expect((await animal('H1')).color).toBe('brown');
  expect((await animal('H2')).status).toBe('available');
});

test('one that has changed since the preview is rejected, and nothing of it is changed', async () => {
  const file = (colour: string) => tableOf(`Eva,Dog,S1,2026-10-01,Stray,,Available,${colour}`);
  await importFile(file('black'));
  const id = await idOf('S1');
  const meanwhile = async () => {
    service.now += 1_000;
    await staff.profiles.update(id, { color: 'white' });
  };
  const { progress } = await importFile(file('brown'), { meanwhile });
  expect(progress).toMatchObject({ updated: 0, rejected: 1 });
  expect((await animal('S1')).color).toBe('white');
});

test('references that the service holds apart are different animals, in one file and in a later one', async () => {
  const row = (name: string, reference: string) => `${name},Cat,${reference},,,,Available,`;
  const first = await importFile(
    tableOf(row('Ada', '25-11'), row('Bert', '251-1'), row('Cleo', 'A 1'), row('Dot', 'A-1'), row('Cleo', 'a1')),
  );
  expect(first.progress).toMatchObject({ added: 4, earlierStays: 1, rejected: 0 });
  const { comparison, progress } = await importFile(tableOf(row('Eve', '2511'), row('Ada', '25-11')));
  expect(comparison.added.map(({ name }) => name)).toEqual(['Eve']);
  expect(progress).toMatchObject({ added: 1, updated: 0, unchanged: 1 });
  expect((await animal('25-11')).name).toBe('Ada');
});

test('a row with the reference of another animal is rejected, and says with which row', async () => {
  const { check, progress } = await importFile(
    tableOf(
      'Ada,Cat,R1,2026-10-01,Stray,2026-10-02,Adoption,',
      'Bert,Cat,R1,2026-10-03,,,Available,',
      'ADA,Dog,R1,2026-10-04,,,Available,',
      ',Cat,R1,2026-10-05,,,Available,',
    ),
  );
  expect(progress).toMatchObject({ added: 1, earlierStays: 1, rejected: 2, done: 4 });
  expect([check.animals, check.earlierStays, check.rejected]).toEqual([1, 1, 2]);
  expect(check.rejections.map(({ line, count, faults }) => [line, count, faults[0]?.values])).toEqual([
    [3, 2, ['2', 'R1', 'Ada']],
  ]);
});
