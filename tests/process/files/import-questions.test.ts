import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '../../../client/index.ts';
import { importSettings, namesIn } from '../../support/data/importing.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { runAtTerminal } from '../../support/process/terminal.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

let server: TestServer;
let client: Client;
let folder: ScratchFolder;

beforeAll(async () => {
  server = await startServer();
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = makeScratchFolder();
});
afterEach(() => folder.remove());

const enter = '\r';

/** Imports a file at a terminal, where each answer is typed when its question is there. */
function importAtTerminal(content: string, answers: [question: string, answer: string][], ...options: string[]) {
  writeFileSync(join(folder.path, 'animals.csv'), content);
  const env = { ...importSettings(server.url), NO_COLOR: '1' };
  return runAtTerminal(['import', 'animals.csv', ...options], { env, answers, cwd: folder.path });
}

const file = [
  'Wer,Wo,Born,Fee,Status',
  'Frank,8101,3/4/2024,100,here',
  'Luna,8101,4/3/2024,,there',
  'Max,8101,5/6/2024,,there',
  'Gone,8101,,,elsewhere',
  'Held,8101,,,',
].join('\n');
const columns: [question: string, answer: string][] = [
  ['Which column has the name? (number or name) ', `9${enter}`],
  ['Which column has the name? (number or name) ', `wer${enter}`],
  ['Which column has the kind of animal? (=3 for the category 3 of all) ', `2${enter}`],
];

test('at a terminal what the file does not tell is asked, and the animals come when the plan is confirmed', async () => {
  const { exitCode, screen } = await importAtTerminal(file, [
    ...columns,
    ['3 dates can be two days, such as "3/4/2024". What comes first?', `day${enter}`],
    ['1 fees have no currency. Which is it?', `eur${enter}`],
    ['Status is "there": 2. Are they for adoption?', `a${enter}`],
    ['Status is "here": 1. Are they for adoption?', `sold${enter}`],
    ['Status is "elsewhere": 1. Are they for adoption?', `leave-out${enter}`],
    ['Status is empty: 1. Are they for adoption?', enter],
    ['Import 4 animals? (yes or no)', `perhaps${enter}`],
    ['Import 4 animals? (yes or no)', `y${enter}`],
  ]);
  expect([exitCode, screen]).toEqual([
    0,
    expect.stringMatching(/\n4 animals: 2 available, 1 pending, 1 sold\n[\s\S]*imported +4\n/),
  ]);
  const listings = await Array.fromAsync(client.listings.list({ categoryId: 8101n }));
  const found = listings.map(({ name, status, profile }) => [name, status, profile.birthDate, profile.fee?.currency]);
  expect(found.toSorted()).toEqual([
    ['Frank', 'sold', '2024-04-03', 'EUR'],
    ['Held', 'pending', undefined, undefined],
    ['Luna', 'available', '2024-03-04', undefined],
    ['Max', 'available', '2024-06-05', undefined],
  ]);
});

test.each([
  ['no', `no${enter}`],
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s imports nothing, and says so in one line', async (_, answer) => {
  const { exitCode, screen } = await importAtTerminal('name\nRex\n', [
    ['Which column has the kind of animal?', `=8102${enter}`],
    ['for adoption. What are they? (available, pending, sold)', `available${enter}`],
    ['Import 1 animal? (yes or no)', answer],
  ]);
  expect([exitCode, screen]).toEqual([1, expect.stringMatching(/\npetstore: nothing was imported\.\n$/)]);
  expect(await namesIn(server, 8102n)).toEqual([]);
});

test('options leave nothing to ask but whether to import, and with --json nothing is asked at all', async () => {
  const told = ['--category-id', '8103', '--default-status', 'sold'];
  const { exitCode } = await importAtTerminal('name\nRex\n', [['Import 1 animal?', enter]], ...told);
  expect([exitCode, await namesIn(server, 8103n)]).toEqual([0, ['Rex']]);
  const other = await importAtTerminal('name\nMax\n', [], ...told, '--json');
  expect([other.exitCode, await namesIn(server, 8103n)]).toEqual([0, ['Rex', 'Max']]);
  expect((await importAtTerminal('name\nTom\n', [], '--json')).exitCode).toBe(2);
});
