import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Client, createClient } from '../../client/index.ts';
import { foldReference } from '../../contract/references.ts';
import { undoImports } from '../../src/animals/imports/undo-rules.ts';
import { origin, startApp, type TestApp } from '../../tests/support/app.ts';
import { contentBesideHistory } from '../../tests/support/data/importing.ts';
import { readFile } from '../../tests/support/data/reading.ts';
import { withAnswer } from '../plan.ts';
import { RejectedRows } from '../report/rejected-rows.ts';
import { ImportRun } from '../run/import-run.ts';
import { compareRows } from './compare.ts';

const folder = join(import.meta.dir, '../../../shared/data');
const names = ['san-jose-2024-early.csv', 'san-jose-2024-late.csv'] as const;
const isThere = names.every((name) => existsSync(join(folder, name)));
if (!isThere) console.warn(`Skipped: ${folder}, with two versions of a real file, is not there.`);

let service: TestApp;
let client: Client;

/** Imports a file as the command does with `--update-known`, and returns its number. */
async function importFile(name: string): Promise<bigint> {
  const answers = [
    ['FOSTER', 'pending'],
    ['FOUND ANIM', 'other'],
    ['SPAY', 'other'],
  ] as const;
  const content = readFileSync(join(folder, name));
  const { rows, check, inspection } = await readFile(content, (plan) =>
    answers.reduce((of, [text, value]) => withAnswer(of, 'OutcomeType', text, value), plan),
  );
  expect([check.rejected, check.withoutReference]).toEqual([0, 0]);
  const sources = async function* () {
    for (let index = 0; index < rows.length; index++) yield { line: index + 2, cells: [] };
  };
  const mapping = ({ line }: { line: number }) => rows[line - 2] ?? ({ kind: 'leftOut' } as const);
  const { signal } = new AbortController();
  const updates = await compareRows({ client, mapping, check, rows: sources(), overwrites: false, signal });
  const run = new ImportRun({
    ...{ client, mapping, rows: sources, updates, concurrency: 1, outlastsOutages: false },
    check,
    ...{ contentHash: inspection.contentHash, fileName: name, rowCount: rows.length },
    hash: (text) => Bun.SHA256.hash(text, 'base64url'),
    rejectedRows: new RejectedRows(inspection.columns, () => undefined),
  });
  await run.work();
  expect([run.failure, run.progress]).toMatchObject([undefined, { rejected: 0, done: rows.length }]);
  return run.importId ?? expect.unreachable();
}

async function undo(id: bigint) {
  await client.imports.undo(id);
  while (await service.store.write(undoImports, { now: BigInt(service.now), limit: 100 }));
  expect(await client.imports.get(id)).toMatchObject({ state: 'undone', kept: 0n });
}

type Months = Record<string, [intakes: number, outcomes: number]>;

async function monthsStored(): Promise<Months> {
  const days = await service.database.run('SELECT arrived_on, outcome_on FROM stays');
  const toDay = (day: unknown) => (day === null ? '' : new Date(Number(day) * 86_400_000).toISOString().slice(0, 10));
  return count(
    days.map(([arrivedOn]) => toDay(arrivedOn)),
    days.map(([, outcomeOn]) => toDay(outcomeOn)),
  );
}

function count(intakes: readonly string[], outcomes: readonly string[]): Months {
  const months: Months = {};
  for (const [index, days] of [intakes, outcomes].entries()) {
    for (const day of days) {
      if (day === '') continue;
      const month = months[day.slice(0, 7)] ?? [0, 0];
      months[day.slice(0, 7)] = month;
      month[index === 0 ? 0 : 1] += 1;
    }
  }
  return months;
}

describe.skipIf(!isThere)('two versions of a real file', () => {
  beforeAll(async () => {
    service = await startApp();
    service.now = Date.parse('2026-11-28T12:00:00Z');
    const apiKey = await service.makeKey('admin');
    client = createClient({
      ...{ baseUrl: origin, apiKey },
      fetch: async (input, init) => await service.app.fetch(new Request(input, init)),
    });
  });
  afterAll(() => service.close());

  test('the later one, as an update of the earlier one, leaves here only who is here, and both are taken back', async () => {
    const empty = await contentBesideHistory(service);
    const early = await importFile(names[0]);
    expect(await monthsStored()).toEqual(countPlainly([names[0]]).months);
    const before = await contentBesideHistory(service);
    service.now += 60_000;
    const late = await importFile(names[1]);
    const { animals, newest, months } = countPlainly(names);
    expect(await client.pets.count()).toBe(animals);
    const listings = await Array.fromAsync(client.listings.list());
    const here = listings.filter(({ status }) => status !== 'sold');
    const inFoster = here.filter(({ profile }) => profile.whereabouts === 'foster');
    // Of one of them the later file has lost the row that says it came back from foster care.
    expect([here.length, inFoster.length]).toEqual([28 + 160, 160 + 1]);
    const expected = [...newest].filter(([, { OutcomeType: type }]) => type === '' || type === 'FOSTER');
    const keys = here.map(({ profile }) => foldReference(profile.reference ?? ''));
    expect(keys.sort()).toEqual(expected.map(([id]) => foldReference(id)).sort());
    // Nobody is public: of those without an outcome the file does not tell whether they are for adoption.
    expect(here.filter(({ status, profile }) => status === 'available' && profile.holdUntil === undefined)).toEqual([]);
    // Of one animal the earlier file says that it died, and the later one that it was in foster care: the stay that ended is kept.
    expect(await monthsStored()).toEqual({ ...months, '2023-08': [395 + 1, 325], '2023-09': [328, 312 + 1] });
    service.now += 60_000;
    await undo(late);
    for (const [table, rows] of Object.entries(await contentBesideHistory(service)))
      expect([table, Bun.deepEquals(rows, before[table])]).toEqual([table, true]);
    await undo(early);
    expect(await contentBesideHistory(service)).toEqual(empty);
  });
});

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
