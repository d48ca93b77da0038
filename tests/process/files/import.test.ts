import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importCommand } from '../../../cli/client/import.ts';
import { type Client, createClient } from '../../../client/index.ts';
import { importSettings, namesIn, offered } from '../../support/data/importing.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

// What rows become is held in importer/.

const excerpt = join(import.meta.dir, '../../data/austin-outcomes-excerpt.csv');

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

const at = (name: string) => join(folder.path, name);

function save(name: string, content: string): string {
  writeFileSync(at(name), content);
  return at(name);
}

/** Imports in this process, which sends the same requests as the program. */
function importFile(path: string, ...options: string[]) {
  const args = [path, '--rejected-folder', folder.path, ...options];
  return runHere(importCommand(), args, importSettings(server.url));
}

/** The animals of a category, by name. */
async function animalsIn(categoryId: bigint) {
  const listings = await Array.fromAsync(client.listings.list({ categoryId }));
  const animals = listings.map(({ name, status, profile }) => ({ name, status, ...profile }));
  return animals.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

describe('the file of a shelter', () => {
  test('is imported without any option, and what it does not tell is said', async () => {
    const { exitCode, stdout, stderr } = await run(['import', excerpt], importSettings(server.url));
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /imported +60\nalready there +0\nrejected +0\nnew categories 5\ntime +\d+\.\d\d s, \d+ rows\/s\nnot used: 1, /,
    );
    expect(stdout).toMatch(
      /\nnot public +2: .*\n +2 {2}datetime is a day, and nothing tells how they left\nSay it with --word /,
    );
    expect(exitCode).toBe(0);
    const counts = (['available', 'pending', 'sold'] as const).map((status) => client.pets.count({ status }));
    expect(await Promise.all(counts)).toEqual([0, 2, 58]);
  });

  test('has its notes on the animals that are added, once', async () => {
    const path = save(
      'notes.csv',
      'Animal ID,Name,Species,Status,Notes\nN1,Nell,Dog,Available,Bites. Ate well.\nN2,Ned,Dog,Available,\n',
    );
    for (const _ of ['first', 'again']) await importFile(path);
    const notes = await Array.fromAsync(client.notes.all());
    expect(notes.map(({ text }) => text)).toEqual(['Bites. Ate well.']);
    expect((await client.pets.list({ reference: 'N1' }).page()).items.map(({ id }) => id)).toEqual(
      notes.map(({ petId }) => petId),
    );
  });

  test('adds nothing when it is imported again, and the output says so', async () => {
    const before = await client.pets.count();
    const { exitCode, stdout } = await importFile(save('again.csv', readFileSync(excerpt, 'utf8')));
    expect(stdout).toMatch(/imported +0\nalready there +60\n/);
    expect([exitCode, await client.pets.count()]).toEqual([0, before]);
  });

  test('has its invalid rows reported, and a corrected mapping adds exactly those', async () => {
    const path = save('outcomes.csv', `${readFileSync(excerpt, 'utf8')}\r\n`);
    const before = await client.pets.count();
    const first = await importFile(path, '--profile', 'reference=');
    expect(first.stdout).toMatch(/imported +35\nalready there +0\nrejected +25 \(see .*outcomes\.rejected\.csv\)\n/);
    expect(first.exitCode).toBe(1);
    const rejected = readFileSync(at('outcomes.rejected.csv'), 'utf8').trimEnd().split('\n');
    expect(rejected).toHaveLength(26);
    expect(rejected[0]).toStartWith('\ufeffline,reason,1,age_upon_outcome,animal_id');
    expect(rejected[1]).toStartWith('2,There is no name and no reference number.,1,3 years,A746874,Cat');

    const second = await importFile(path, '--profile', 'reference=', '--name', 'name,animal_id', '--json');
    expect(JSON.parse(second.stdout)).toEqual({
      ...{ rows: 60, imported: 25, alreadyThere: 35, updated: 0, unchanged: 0, leftOut: 0, earlierStays: 0 },
      ...{ rejected: 0, newCategories: 0, photos: { added: 0, alreadyThere: 0, rejected: 0 } },
      durationMs: expect.any(Number),
      undecided: [{ column: 'datetime', text: 'date', count: 2, line: expect.any(Number) }],
      ...{ rejections: [], leftOnUnknownDay: 0, unread: [], caught: [], respelled: [] },
    });
    expect([second.exitCode, await client.pets.count()]).toEqual([0, before + 60]);
  });
});

test('a known reference is rejected, or its animal updated when that is asked for, and a repeated run changes nothing', async () => {
  const rows = ['Rex,8020,U1,Beagle,sold', 'Luna,8020,U2,,sold', 'Luna,8020,U9,Siamese,gone', 'Max,8020,U3,,'];
  const table = (name: string, lines: readonly string[]) =>
    save(name, `name,categoryId,reference,breed,status\n${lines.join('\n')}\n`);
  const options = ['--status-map', 'sold=sold,gone=leave-out', '--status', 'status', ...offered];
  const first = await importFile(table('known.csv', rows), ...options, '--update-known');
  expect(first.stdout).toMatch(/imported +3\nalready there +0\nupdated +0\nunchanged +0\nleft out +1\nrejected +0\n/);
  const rex = (await client.pets.list({ reference: 'U1' }).page()).items[0];
  await client.profiles.update(rex?.id ?? 0n, { color: 'brown', attributes: { weight: '9 kg' } });
  const later = table('later.csv', ['Rex,8020,U1,Basset,', 'LUNA,8020,U2,,', 'Luna,8020,U2,,', 'Maxi,8020,U3,,sold']);
  expect((await importFile(later, ...options)).stdout).toMatch(
    /imported +0\nalready there +0\nearlier stays +1\nrejected +3 /,
  );
  expect(readFileSync(at('later.rejected.csv'), 'utf8')).toMatch(
    /\n2,"The animal \d+ already has the reference ""U1""\. Nothing was changed\. \(reference_in_use\)",Rex,/,
  );
  for (const counts of ['updated +2\nunchanged +1', 'updated +0\nunchanged +3'])
    expect((await importFile(later, ...options, '--update-known')).stdout).toMatch(
      new RegExp(`imported +0\nalready there +0\n${counts}\nearlier stays +1\nrejected +0\n`),
    );
  const kept = { color: 'brown', attributes: { weight: '9 kg' } };
  expect(await animalsIn(8020n)).toEqual([
    { name: 'Luna', status: 'sold', reference: 'U2' },
    { name: 'Maxi', status: 'sold', reference: 'U3' },
    { name: 'Rex', status: 'sold', reference: 'U1', breed: 'Basset', ...kept },
  ]);
});

test('an import is taken back with --undo, which asks first, and lists what somebody has changed since', async () => {
  const table = (...breeds: string[]) =>
    save(
      'undone.csv',
      `name,categoryId,reference,breed\n${breeds.map((one, at) => `Bo,8021,B${at},${one}\n`).join('')}`,
    );
  await importFile(table('Pug', 'Pug'), ...offered);
  await importFile(table('Beagle', 'Basset', 'Poodle'), ...offered, '--update-known');
  const [{ id = 0n } = {}] = (await client.pets.list({ reference: 'B1' }).page()).items;
  await client.profiles.update(id, { color: 'brown' });
  const undo = (...options: string[]) => runHere(importCommand(), ['--undo', ...options], importSettings(server.url));

  const asked = await undo();
  expect([asked.exitCode, asked.stderr]).toEqual([
    2,
    expect.stringMatching(
      /Take back the import \d+ of undone\.csv at .*: remove .*\(1\), .*\(2\)\? Say so with --yes\. Nothing was taken back\n$/,
    ),
  ]);
  expect(await animalsIn(8021n)).toMatchObject([{ breed: 'Beagle' }, { breed: 'Basset' }, { breed: 'Poodle' }]);
  const undone = await undo('--yes');
  expect([undone.exitCode, undone.stdout]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^taken back +2, of .*\\nkept +1\\n  the animal ${id} was changed since\\n$`)),
  ]);
  expect(await animalsIn(8021n)).toMatchObject([{ breed: 'Pug' }, { breed: 'Basset', color: 'brown' }]);
  const [imported] = (await client.imports.list({ sort: '-id' }).page()).items;
  const again = await undo(String(imported?.id), '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ takenBack: 2, kept: [{ petId: Number(id), reason: 'changed' }] });
  expect((await undo('99999', '--yes')).stderr).toContain('There is no import with the id 99999.');
  for (const args of [['--undo', 'x'], [excerpt, '--undo', '1'], []])
    expect((await runHere(importCommand(), args, importSettings(server.url))).exitCode).toBe(2);
});

test('a category in words is named after them once, keeps a name given later, and need not be a valid name', async () => {
  const path = save('kinds.csv', `name,kind\nA,Pond\nB,Pond\nC,Attic\nD,7\nE,${'x'.repeat(300)}\n`);
  const first = await importFile(path, ...offered);
  const named = async () => await Array.fromAsync(client.categories.list());
  const pond = (await named()).find(({ name }) => name === 'Pond');
  expect(first.stdout).toMatch(/imported +5\n[\s\S]*new categories 2\n/);
  expect((await named()).some(({ id }) => id === 7n)).toBe(false);
  await client.categories.put(pond?.id ?? 0n, { name: 'Ponds' });
  const second = await importFile(save('more.csv', 'kind;name\n Pond ;F\n'), ...offered, '--delimiter', ';');
  expect(second.stdout).not.toContain('new categories');
  expect((await client.categories.get(pond?.id ?? 0n)).name).toBe('Ponds');
  expect((await namesIn(server, pond?.id ?? 0n)).sort()).toEqual(['A', 'B', 'F']);
});

test('a key that may not read animals is refused before anything is sent', async () => {
  const { secret } = await client.keys.create({ name: 'import', scopes: ['pets:write', 'listings:read'] });
  const newest = async () => (await client.imports.list({ sort: '-id' }).page()).items[0]?.id;
  const before = await newest();
  const { exitCode, stderr } = await importFile(excerpt, '--token', secret);
  const message = 'The service rejected the API key: This API key lacks the scope pets:read. (insufficient_scope)';
  expect([exitCode, stderr, await newest()]).toEqual([1, `petstore: ${message}\n`, before]);
});

test('an invalid row is reported with the reason, can be corrected in the report and imported, and no run replaces the report', async () => {
  const path = save(
    'mixed.csv',
    `name,categoryId,reference\nGood,8002,\n,8002,\n"Two\nlines",,\nMax,8002,9.85E+14\nShort,8002,,1\n`,
  );
  expect((await importFile(path, ...offered)).exitCode).toBe(1);
  const reportPath = at('mixed.rejected.csv');
  const report = readFileSync(reportPath, 'utf8');
  expect(report).toStartWith('\ufeffline,reason,name,categoryId,reference\n');
  expect(report).toContain('\n3,There is no name and no reference number.,,8002,\n');
  expect(report).toContain('\n4,There is no category: categoryId is empty.,"Two\nlines",,\n');
  expect(report).toMatch(
    /\n6,"reference is ""9\.85E\+14"", which is a number whose last digits [^\n]*",Max,8002,9\.85E\+14\n/,
  );
  expect(report).toMatch(/\n7,[^\n]+,Short,8002,,1\n/);

  const corrected = report
    .replace(',,8002', ',Long,8002')
    .replace('lines",', 'lines",8002')
    .replace('9.85E+14\n', 'M1\n');
  writeFileSync(reportPath, corrected);
  const again = await importFile(path, ...offered);
  const secondPath = at('mixed.rejected-2.csv');
  expect(again.stdout).toMatch(/imported +0\nalready there +1\nrejected +4 /);
  expect(again.stdout).toContain(`\nCorrect the rows in ${secondPath}, and import that file in the same way.\n`);
  expect([readFileSync(reportPath, 'utf8'), readFileSync(secondPath, 'utf8')]).toEqual([corrected, report]);

  const { exitCode, stdout } = await importFile(reportPath, ...offered);
  expect(stdout).toMatch(/imported +3\nalready there +0\nrejected +1 /);
  expect([exitCode, (await namesIn(server, 8002n)).sort()]).toEqual([1, ['Good', 'Long', 'Max', 'Two lines']]);
  const rest = readFileSync(at('mixed.rejected-3.csv'), 'utf8');
  expect(rest).toMatch(/^\ufeffline,reason,name,categoryId,reference\n\d,[^\n]+,Short,8002,,1\n$/);
});

test('two identical rows are two animals, and stay two however often the file is imported', async () => {
  const path = save('alike.csv', 'name,categoryId\nKitten,8010\nKitten,8010\n');
  for (const _ of ['once', 'again']) expect((await importFile(path, ...offered)).exitCode).toBe(0);
  expect(await namesIn(server, 8010n)).toEqual(['Kitten', 'Kitten']);
});

test('a row that becomes another animal under another mapping is added as that one', async () => {
  const path = save('remapped.csv', 'name\nFrank\n');
  for (const category of ['8011', '8012'])
    expect((await importFile(path, '--category-id', category, ...offered)).exitCode).toBe(0);
  expect([await namesIn(server, 8011n), await namesIn(server, 8012n)]).toEqual([['Frank'], ['Frank']]);
});

/** Lines of a title, which end in a table whose words are not all known. */
const listOfAnimals = [
  'Animals of the shelter',
  '',
  'Name,categoryId,Stage,Sex,Fee',
  'Anna,8004,Room four,Sp,100',
  'Bella,8004,Upstairs,f,',
  'Carl,8004,Gone home,m,7.50',
  'Dora,8004,,?,',
  ',8004,,,',
].join('\n');
const answers = [
  ...['--word', 'stage:ROOM FOUR=available', '--word', 'Stage:Gone home=leave-out', '--word', 'Sex:Sp=female'],
  ...['--default-status', 'sold', '--currency', 'eur', '--header', '3'],
];

test('a dry run tells what becomes of all rows, needs no key and sends nothing', async () => {
  const path = save('trial.csv', `${listOfAnimals}\n`);
  const trial = await runHere(importCommand(), [path, '--dry-run']);
  const lines = [
    ...['4 animals: 0 available, 4 pending, 0 sold', 'rejected       1'],
    '  1 from line 8: There is no name and no reference number.',
    'not public     4: nobody has said whether these are for adoption, so the public does not see them',
    ...['"Room four"', '"Upstairs"', '"Gone home"', 'empty'].map((text) => `        1  Stage is ${text}`),
    'Say it with --word "Stage:Room four=',
  ];
  expect([trial.exitCode, trial.stderr, trial.stdout]).toEqual([1, '', expect.stringContaining(lines.join('\n'))]);
  const unread = [
    'not read, and left out',
    '        2  Fee "100", which has no currency',
    '        1  Sex "Sp"',
    'Say the currency of the fees with --currency, such as --currency EUR.',
  ];
  expect(trial.stdout).toContain(unread.join('\n'));
  const { exitCode, stdout } = await runHere(importCommand(), [path, '--dry-run', '--json', ...answers]);
  expect(JSON.parse(stdout)).toEqual({
    ...{ animals: 3, available: 1, pending: 1, sold: 1, earlierStays: 0, leftOut: 1, rejected: 1 },
    rejections: [{ reason: 'There is no name and no reference number.', count: 1, line: 8 }],
    undecided: [{ column: 'Stage', text: 'Upstairs', count: 1, line: 5 }],
    ...{ leftOnUnknownDay: 1, unread: [], caught: [], respelled: [] },
  });
  expect([exitCode, await namesIn(server, 8004n)]).toEqual([1, []]);
});

test('nothing is available that nobody has said to be: unknown words and empty cells are pending and not public', async () => {
  const { exitCode, stdout } = await importFile(save('held.csv', listOfAnimals.replaceAll('8004', '8005')));
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/imported +4\n[\s\S]*\nnot public +4: /)]);
  const hold = { status: 'pending', holdUntil: '9999-12-31' } as const;
  expect(await animalsIn(8005n)).toMatchObject([
    { name: 'Anna', ...hold, holdReason: 'Room four' },
    { name: 'Bella', ...hold, holdReason: 'Upstairs', sex: 'female' },
    { name: 'Carl', ...hold, holdReason: 'Gone home', sex: 'male' },
    { name: 'Dora', ...hold, holdReason: 'The imported file does not tell its status' },
  ]);
});

test('what the options say of words, statuses, currencies and the header counts', async () => {
  const { stdout } = await importFile(save('answered.csv', listOfAnimals.replaceAll('8004', '8006')), ...answers);
  expect(stdout).toMatch(/imported +3\nalready there +0\nleft out +1\nrejected +1 /);
  const fee = { amountMinor: 10_000n, currency: 'EUR' };
  expect(await animalsIn(8006n)).toEqual([
    { name: 'Anna', status: 'available', sex: 'female', fee },
    { name: 'Bella', status: 'pending', sex: 'female', holdReason: 'Upstairs', holdUntil: '9999-12-31' },
    { name: 'Dora', status: 'sold' },
  ]);
  const path = save('bare.csv', 'Rex;8007;available\n');
  const columns = ['--name', 'column 1', '--category', 'Column 2', '--status', 'Column 3'];
  expect((await importFile(path, '--header', 'none', ...columns)).exitCode).toBe(0);
  expect(await animalsIn(8007n)).toEqual([{ name: 'Rex', status: 'available' }]);
});

describe('invalid input ends with code 2, one message and nothing sent:', () => {
  const table = 'name,kind\nFrank,8003\n';
  const cases: [what: string, options: string[], message: string, content?: string][] = [
    ['a column that does not exist', ['--name', 'nam'], 'There is no column "nam". The columns are: name, kind.'],
    ['no column of the name', [], 'Name it with --name.', 'nom propre,kind\nFrank,8003\n'],
    [
      'no column of the category',
      [],
      'Name it with --category, or give one number with --category-id.',
      'name\nFrank\n',
    ],
    ['no column of the status', [], 'Say what they are with --default-status available, pending or sold, or name'],
    ['no header', ['--header', 'none'], 'The columns are: column 1, column 2.'],
    ['a header below the end', ['--header', '9'], 'The file has no rows from line 9 on.'],
    ['a header that is no line', ['--header', '0'], 'the number of a line, or "none"'],
    ['an unknown status', ['--default-status', 'gone'], 'Allowed choices are available, pending, sold.'],
    [
      'a word of no column',
      ['--word', 'Stage:here=sold'],
      'is not of the form COLUMN:TEXT=VALUE with one of the columns',
    ],
    ['a word that is no status', ['--status', 'kind', '--word', 'kind:8003=gone'], 'must end in one of: available, '],
    ['a field that does not exist', ['--profile', 'bred=kind'], 'A profile has no field "bred".'],
    ['a currency in words', ['--currency', 'Euro'], 'the code of a currency, such as EUR'],
    ['a map to an unknown status', ['--status', 'name', '--status-map', 'a=gone'], 'must end in available,'],
    ['a map without a column', ['--status-map', 'a=sold'], '--status-map needs --status'],
    ['a category beyond 64 bits', ['--category-id', '9223372036854775808'], 'must be a whole number of 64 bits'],
    ['both category options', ['--category', 'kind', '--category-id', '1'], 'either --category or --category-id'],
    ['an invalid concurrency', ['--concurrency', '0'], 'from 1 to 256'],
    ['a long delimiter', ['--delimiter', '--'], 'one character'],
    [
      'a delimiter that is not known',
      ['--name', 'nam'],
      'What separates the columns? Give --delimiter.',
      'name_kind\nRex_8003\n',
    ],
    ['an option that does not exist', ['--categorie', 'kind'], 'unknown option'],
    ['an invalid address', ['--server', 'nowhere'], 'is not an http or https address'],
    ['a missing folder for rejected rows', ['--rejected-folder', 'no/such'], '/no/such. Name one that can be written'],
    ['a file instead of that folder', ['--rejected-folder', excerpt], 'Rejected rows could not be written to'],
    ['an empty key', ['--token', ''], 'PETSTORE_TOKEN'],
    ['a workbook', [], 'The file is a workbook.', 'PK\x03\x04'],
    ['an array', [], 'The file is a JSON array.', '[{"name":"Frank"}]'],
  ];
  test.each(cases)('%s', async (_, options, message, content = table) => {
    const old = save('table.rejected.csv', 'of an earlier run');
    const { exitCode, stdout, stderr } = await importFile(save('table.csv', content), ...options);
    expect(stderr).toContain(message);
    expect([exitCode, stdout, existsSync(old)]).toEqual([2, '', true]);
    expect(await namesIn(server, 8003n)).toEqual([]);
  });

  test('a missing file', async () => {
    const { exitCode, stderr } = await importFile(at('none.csv'));
    expect([exitCode, stderr]).toEqual([2, `petstore: There is no file ${at('none.csv')}.\n`]);
  });

  test('a file whose last line is broken', async () => {
    const path = save('broken.ndjson', '{"name":"Frank","categoryId":8003,"status":"available"}\n{"name":"Re');
    const { exitCode, stderr } = await importFile(path);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Line 2 is not a JSON object')]);
    expect(await namesIn(server, 8003n)).toEqual([]);
  });
});
