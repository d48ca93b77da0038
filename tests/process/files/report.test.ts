import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { importCommand } from '../../../cli/client/import.ts';
import { reportCommand } from '../../../cli/client/report.ts';
import { type Client, createClient } from '../../../client/index.ts';
import { importSettings } from '../../support/data/importing.ts';
import { runHere } from '../../support/process/command.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

/** Outcomes of a shelter, of 39 months. */
const outcomes = join(import.meta.dir, '../../data/austin-outcomes-excerpt.csv');
const types: Record<string, string> = {
  ...{ Adoption: 'adoption', Transfer: 'transfer_out', Euthanasia: 'euthanised', Died: 'died', Disposal: 'died' },
  ...{ 'Return to Owner': 'return_to_owner', 'Rto-Adopt': 'return_to_owner', Missing: 'other', Relocate: 'other' },
};

let server: TestServer;
let client: Client;
let folder: ScratchFolder;
const report = (...args: string[]) => runHere(reportCommand(), args, importSettings(server.url));

beforeAll(async () => {
  server = await startServer();
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
  folder = makeScratchFolder();
  const args = [outcomes, '--rejected-folder', folder.path];
  expect((await runHere(importCommand(), args, importSettings(server.url))).stdout).toMatch(/rejected +0\n/);
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

test('the months of a shelter have as many outcomes of each species and type as its own table has rows', async () => {
  const rows: Record<string, string>[] = parse(readFileSync(outcomes), { columns: true });
  const told = rows.flatMap(({ datetime = '', animal_type: species, outcome_type: outcome = '' }) =>
    outcome === '' ? [] : [`${datetime.slice(0, 7)} ${species} ${types[outcome]}`],
  );
  const found: string[] = [];
  for (const month of new Set(told.map((line) => line.slice(0, 7)))) {
    for (const { species, outcomes: cells } of (await client.statistics.matrix({ month })).species) {
      for (const { type, animals } of cells) {
        found.push(...Array.from({ length: Number(animals) }, () => `${month} ${species} ${type}`));
      }
    }
  }
  expect(told).toHaveLength(58);
  expect(found.toSorted()).toEqual(told.toSorted());
});

test('a report is CSV, or JSON as in the interface, on standard output or in a file that it replaces', async () => {
  const csv = await report('--month', '2016-08');
  const lines = [
    ...['2016-08,"Cat, adult","Cat, up to 5 months","Cat, age unknown"', 'Beginning animal count,0,,'],
    ...['Stray/at large,0,0,0', 'Relinquished by owner,0,0,0', 'Transferred in from agency,0,0,0'],
    ...['Seized/impounded,0,0,0', 'Other intakes,0,0,0', 'Intake type not recorded,1,0,0', 'Total intakes,1,0,0'],
    ...['Adoption,1,0,0', 'Returned to owner,0,0,0', 'Transferred to agency,0,0,0', 'Subtotal: live outcomes,1,0,0'],
    ...['Died in care,0,0,0', 'Shelter euthanasia,0,0,0', 'Subtotal: other outcomes,0,0,0'],
    ...['Other live outcome or lost in care,0,0,0', 'Outcome type not recorded,0,0,0', 'Total outcomes,1,0,0'],
    ...['Left on an unknown day,0,,', 'Ending animal count,0,,', ''],
  ];
  expect(csv).toEqual({ exitCode: 0, stderr: '', stdout: lines.join('\n') });
  const path = join(folder.path, 'august.csv');
  writeFileSync(path, 'a longer text than the report, '.repeat(100));
  expect(await report('--month', '2016-08', '--to', path)).toEqual({ exitCode: 0, stderr: '', stdout: '' });
  expect(readFileSync(path, 'utf8')).toBe(`\ufeff${csv.stdout}`);
  const json = await report('--month', '2016-08', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ start: '2016-08-01' });
  await report('--month', '2016-08', '--json', '--to', path);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(json.stdout));
});

test('a month that there is not is refused, and no file is touched', async () => {
  const path = join(folder.path, 'kept.csv');
  writeFileSync(path, 'kept');
  for (const month of ['2016-13', '2016', 'August']) {
    const { exitCode, stdout, stderr } = await report('--month', month, '--to', path);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('month must be a month such as 2026-10');
  }
  expect(readFileSync(path, 'utf8')).toBe('kept');
  expect((await report('--month', '2016-08', '--to', folder.path)).exitCode).toBe(2);
});
