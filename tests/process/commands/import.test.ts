import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Client, createClient, type Profile } from '../../../client/index.ts';
import { importCommand } from '../../../src/cli/client/import.ts';
import { importSettings, namesIn } from '../../support/data/importing.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

const excerpt = join(import.meta.dir, '../../data/austin-outcomes-excerpt.csv');
const outcomes = ['--category', 'animal_type', '--status', 'outcome_type'];
const statusMap = ['--status-map', 'Adoption=sold,Return to Owner=sold,*=available'];

let server: TestServer;
let client: Client;
let folder: ScratchFolder;

beforeEach(() => {
  folder = makeScratchFolder();
});
afterEach(() => folder.remove());

function save(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

/** Imports in this process, which sends the same requests as the program. */
function importFile(path: string, ...options: string[]) {
  const args = [path, '--rejected-folder', folder.path, ...options];
  return runHere(importCommand(), args, importSettings(server.url));
}

/** What a row of the excerpt says of an animal. */
function profileOfOutcome(cells: Record<string, string>): Profile {
  const { breed = '', color = '', date_of_birth: birthDate = '', animal_id: reference = '' } = cells;
  const { sex_upon_outcome: sex = '', outcome_subtype: subtype = '' } = cells;
  return {
    breed,
    color,
    sex: sex.endsWith('Female') ? 'female' : sex.endsWith('Male') ? 'male' : 'unknown',
    ...(sex !== 'Unknown' && { neutered: !sex.startsWith('Intact') }),
    birthDate,
    birthDatePrecision: 'day',
    reference,
    ...(subtype !== '' && { attributes: { outcome_subtype: subtype } }),
  };
}

beforeAll(async () => {
  server = await startServer();
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(() => server.stop());

describe('the file of a shelter', () => {
  test('becomes animals, named by the first column that has a name and with the status from the map', async () => {
    const before = await client.pets.count({ status: 'sold' });
    const options = ['--name', 'name,animal_id', ...outcomes, ...statusMap];
    const { exitCode, stdout, stderr } = await run(['import', excerpt, ...options], importSettings(server.url));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/imported +60\nalready there +0\nrejected +0\n/);
    expect(stdout).toMatch(/time +\d+\.\d\d s, \d+ rows\/s\n/);
    expect(exitCode).toBe(0);
    expect(await client.pets.count({ status: 'sold' })).toBe(before + 23);
  });

  test('adds nothing when it is imported again, and the output says so', async () => {
    const path = save('again.csv', `${readFileSync(excerpt, 'utf8')}`);
    const options = ['--name', 'name,animal_id', ...outcomes, ...statusMap];
    const before = await client.pets.count();
    const { exitCode, stdout } = await importFile(path, ...options);
    expect(stdout).toMatch(/imported +0\nalready there +60\n/);
    expect([exitCode, await client.pets.count()]).toEqual([0, before]);
  });

  test('has its invalid rows reported, and a corrected mapping adds exactly those', async () => {
    const path = save('outcomes.csv', `${readFileSync(excerpt, 'utf8')}\r\n`);
    const before = await client.pets.count();
    const first = await importFile(path, ...outcomes, ...statusMap);
    expect(first.stdout).toMatch(/imported +35\nalready there +0\nrejected +25 \(see .*outcomes\.rejected\.csv\)\n/);
    expect(first.exitCode).toBe(1);
    const rejected = readFileSync(join(folder.path, 'outcomes.rejected.csv'), 'utf8').trimEnd().split('\n');
    expect(rejected).toHaveLength(26);
    expect(rejected[0]).toStartWith('line,reason,1,age_upon_outcome,animal_id');
    expect(rejected[1]).toStartWith('2,There is no name: name is empty.,1,3 years,A746874,Cat');

    const second = await importFile(path, '--name', 'name,animal_id', ...outcomes, ...statusMap, '--json');
    expect(JSON.parse(second.stdout)).toEqual({
      ...{
        rows: 60,
        imported: 25,
        alreadyThere: 35,
        updated: 0,
        unchanged: 0,
        leftOut: 0,
        rejected: 0,
        newCategories: 0,
      },
      photos: { added: 0, alreadyThere: 0, rejected: 0 },
      durationMs: expect.any(Number),
    });
    expect([second.exitCode, await client.pets.count()]).toEqual([0, before + 60]);
    expect(second.stdout).not.toContain('Correct');
  });

  test('arrives whole, with a profile, and a reference that is there twice is rejected', async () => {
    const [header = '', ...rows] = readFileSync(excerpt, 'utf8').trimEnd().split(/\r?\n/);
    const path = save('profiles.csv', [header, ...rows, rows[2], ''].join('\n'));
    const profile = 'breed=breed,color=color,sex=sex_upon_outcome,birthDate=date_of_birth,reference=animal_id';
    const options = ['--name', 'name,animal_id', ...outcomes, ...statusMap, '--profile', profile];
    const { stdout, exitCode } = await importFile(path, ...options, '--attributes', 'outcome_subtype');
    expect([stdout, exitCode]).toEqual([expect.stringMatching(/imported +60\nalready there +0\nrejected +1 /), 1]);
    expect(readFileSync(join(folder.path, 'profiles.rejected.csv'), 'utf8')).toMatch(
      /\n\d+,"The animal \d+ already has the reference ""A716330""\. Nothing was changed\. \(reference_in_use\)",3,/,
    );
    const listings = await Array.fromAsync(client.listings.list());
    const imported = listings.filter(({ profile: { reference } }) => reference !== undefined);
    const cells: Record<string, string>[] = parse(readFileSync(excerpt), { columns: true });
    const byReference = (one: Profile, other: Profile) => ((one.reference ?? '') < (other.reference ?? '') ? -1 : 1);
    expect(imported.map((listing) => listing.profile).toSorted(byReference)).toEqual(
      cells.map(profileOfOutcome).toSorted(byReference),
    );
    expect(imported.find((listing) => listing.profile.reference === 'A716330')).toMatchObject({
      name: 'Frank',
      category: { name: 'Dog' },
      status: 'sold',
    });
  });
});

test('updates the animals whose reference is known when that is asked for, and a repeated run changes nothing', async () => {
  const rows = ['Rex,8020,U1,Beagle,sold', 'Luna,8020,U2,,sold', 'Luna,8020,U2,Siamese,gone', 'Max,8020,U3,,'];
  const table = (name: string, lines: readonly string[]) =>
    save(name, `name,categoryId,reference,breed,status\n${lines.join('\n')}\n`);
  const options = ['--status-map', 'sold=sold,gone=leave-out', '--status', 'status', '--update-known'];
  const first = await importFile(table('known.csv', rows), ...options);
  expect(first.stdout).toMatch(/imported +3\nalready there +0\nupdated +0\nunchanged +0\nleft out +1\nrejected +0\n/);
  const rex = (await client.pets.list({ reference: 'U1' }).page()).items[0];
  await client.profiles.update(rex?.id ?? 0n, { color: 'brown', attributes: { weight: '9 kg' } });
  const later = table('later.csv', ['Rex,8020,U1,Basset,', 'Old,8020,U2,,', 'Luna,8020,U2,,', 'Maxi,8020,U3,,sold']);
  for (const counts of ['updated +2\nunchanged +2', 'updated +0\nunchanged +4'])
    expect((await importFile(later, ...options)).stdout).toMatch(
      new RegExp(`imported +0\nalready there +0\n${counts}\nrejected +0\n`),
    );
  const listings = await Array.fromAsync(client.listings.list({ categoryId: 8020n }));
  const found = listings.map(({ name, status, profile }) => ({ name, status, ...profile }));
  // They were imported side by side, in any order.
  expect(found.toSorted((one, other) => (`${one.reference}` < `${other.reference}` ? -1 : 1))).toEqual([
    {
      name: 'Rex',
      status: 'sold',
      reference: 'U1',
      breed: 'Basset',
      color: 'brown',
      attributes: { weight: '9 kg' },
    },
    { name: 'Luna', status: 'sold', reference: 'U2' },
    { name: 'Maxi', status: 'available', reference: 'U3' },
  ]);
});

test('names with delimiters, quotes, line breaks and any script are imported unchanged', async () => {
  const path = save('names.csv', '\ufeffname;kind\n"Rex; the ""dog""";8001\n Padmé ;8001\n狗;8001\n');
  expect((await importFile(path, '--category', 'kind', '--delimiter', ';')).exitCode).toBe(0);
  expect((await namesIn(server, 8001n)).sort()).toEqual(['Rex; the "dog"', ' Padmé ', '狗'].sort());
});

test('an int64 keeps all its digits, and a category in words has the same number in every file', async () => {
  const one = save('one.csv', 'name,categoryId\nMax,9223372036854775807\nMin,-9223372036854775808\nWord,Sea lion\n');
  const two = save('two.csv', 'categoryId,name\n Sea lion ,Other\n');
  await importFile(one);
  await importFile(two);
  expect(await namesIn(server, 2n ** 63n - 1n)).toEqual(['Max']);
  expect(await namesIn(server, -(2n ** 63n))).toEqual(['Min']);
  const pets = await Array.fromAsync(client.pets.list());
  const numbers = pets.filter(({ name }) => name === 'Word' || name === 'Other').map(({ categoryId }) => categoryId);
  expect(numbers).toHaveLength(2);
  expect(new Set(numbers).size).toBe(1);
});

test('a category in words is named after them once, and keeps a name given later', async () => {
  const path = save('kinds.csv', 'name,kind\nA,Axolotl\nB,Axolotl\nC,Gecko\nD,7\nE,Gecko\n');
  const first = await importFile(path, '--category', 'kind');
  const named = async () => await Array.fromAsync(client.categories.list());
  const axolotl = (await named()).find(({ name }) => name === 'Axolotl');
  expect(first.stdout).toMatch(/imported +5\n[\s\S]*new categories 2\n/);
  expect((await named()).some(({ id }) => id === 7n)).toBe(false);
  expect(await namesIn(server, axolotl?.id ?? 0n)).toEqual(expect.arrayContaining(['A', 'B']));
  await client.categories.put(axolotl?.id ?? 0n, { name: 'Axolotls' });
  const second = await importFile(save('more.csv', 'name,kind\nF,Axolotl\n'), '--category', 'kind');
  expect(second.stdout).not.toContain('new categories');
  expect((await client.categories.get(axolotl?.id ?? 0n)).name).toBe('Axolotls');
});

test('words that are not valid as the name of a category do not prevent the import of an animal', async () => {
  const { exitCode, stdout } = await importFile(
    save('long.csv', `name,kind\nLong,${'x'.repeat(300)}\n`),
    '--category',
    'kind',
  );
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/imported +1\n/)]);
});

test('an invalid row is reported with the reason, can be corrected in the report and imported, and no run replaces the report', async () => {
  const long = 'x'.repeat(256);
  const path = save('mixed.csv', `name,categoryId\nGood,8002\n${long},8002\n"two\nlines",8002\nShort,8002,1\n`);
  expect((await importFile(path)).exitCode).toBe(1);
  const reportPath = join(folder.path, 'mixed.rejected.csv');
  const report = readFileSync(reportPath, 'utf8');
  expect(report).toStartWith('line,reason,name,categoryId\n');
  expect(report).toContain(`\n3,"The name has 256 characters, and may have 255.",${long},8002\n`);
  expect(report).toContain('\n4,The name has a line break.,"two\nlines",8002\n');
  expect(report).toContain('6,"The row has 3 cells, the header has 2.",Short,8002,1\n');

  const corrected = report.replace(long, 'Long').replace('two\nlines', 'Lines');
  writeFileSync(reportPath, corrected);
  const again = await importFile(path);
  const secondPath = join(folder.path, 'mixed.rejected-2.csv');
  expect(again.stdout).toMatch(/imported +0\nalready there +1\nrejected +3 /);
  expect(again.stdout).toEndWith(`\nCorrect the rows in ${secondPath}, and import that file in the same way.\n`);
  expect([readFileSync(reportPath, 'utf8'), readFileSync(secondPath, 'utf8')]).toEqual([corrected, report]);

  const { exitCode, stdout } = await importFile(reportPath);
  expect(stdout).toMatch(/imported +2\nalready there +0\nrejected +1 /);
  expect([exitCode, (await namesIn(server, 8002n)).sort()]).toEqual([1, ['Good', 'Lines', 'Long']]);
  const rest = readFileSync(join(folder.path, 'mixed.rejected-3.csv'), 'utf8');
  expect(rest).toMatch(/^line,reason,name,categoryId\n\d,"The row has 5 cells, the header has 4\.",Short,8002,1\n$/);
});

test('two identical rows are two animals, and stay two however often the file is imported', async () => {
  const path = save('alike.csv', 'name,categoryId\nKitten,8010\nKitten,8010\n');
  for (const _ of ['once', 'again']) expect((await importFile(path)).exitCode).toBe(0);
  expect(await namesIn(server, 8010n)).toEqual(['Kitten', 'Kitten']);
});

test('a row that becomes another animal under another mapping is added as that one', async () => {
  const path = save('remapped.csv', 'name\nFrank\n');
  for (const category of ['8011', '8012']) expect((await importFile(path, '--category-id', category)).exitCode).toBe(0);
  expect([await namesIn(server, 8011n), await namesIn(server, 8012n)]).toEqual([['Frank'], ['Frank']]);
});

test('a dry run shows what would be sent, needs no key and sends nothing', async () => {
  const path = save('trial.csv', 'name,categoryId,status\nFrank,8004,sold\n,8004,\n');
  const { exitCode, stdout } = await runHere(importCommand(), [path, '--dry-run']);
  expect(stdout).toContain('1 row can be sent, 1 cannot');
  expect(stdout).toContain('{"name":"Frank","categoryId":8004,"status":"sold"}\nline 3: There is no name');
  expect([exitCode, await namesIn(server, 8004n)]).toEqual([1, []]);
});

describe('invalid input ends with code 2, one message and nothing sent:', () => {
  const table = 'name,kind\nFrank,8003\n';
  const cases: [what: string, options: string[], message: string][] = [
    ['a column that does not exist', ['--name', 'nam'], 'There is no column "nam". The columns are: name, kind.'],
    ['a missing default column', [], 'There is no column "categoryId". The columns are: name, kind.'],
    [
      'a map to an unknown status',
      ['--category', 'kind', '--status', 'name', '--status-map', 'a=gone'],
      'must end in available,',
    ],
    ['a map without a column', ['--category', 'kind', '--status-map', 'a=sold'], '--status-map needs --status'],
    ['a category beyond 64 bits', ['--category-id', '9223372036854775808'], 'must be a whole number of 64 bits'],
    ['both category options', ['--category', 'kind', '--category-id', '1'], 'either --category or --category-id'],
    ['an invalid concurrency', ['--concurrency', '0'], 'from 1 to 256'],
    ['a long delimiter', ['--delimiter', '--'], 'one character'],
    ['an option that does not exist', ['--categorie', 'kind'], 'unknown option'],
    ['an invalid address', ['--category', 'kind', '--server', 'nowhere'], 'is not an http or https address'],
    ['a missing folder for rejected rows', ['--rejected-folder', 'no/such'], '/no/such. Name one that can be written'],
    ['a file instead of that folder', ['--rejected-folder', excerpt], 'Rejected rows could not be written to'],
    ['an empty key', ['--category', 'kind', '--token', ''], 'PETSTORE_TOKEN'],
  ];
  for (const [what, options, message] of cases) {
    test(what, async () => {
      const path = save('table.csv', table);
      const old = save('table.rejected.csv', 'of an earlier run');
      const { exitCode, stdout, stderr } = await importFile(path, ...options);
      expect(stderr).toContain(message);
      expect([exitCode, stdout, existsSync(old)]).toEqual([2, '', true]);
      expect(await namesIn(server, 8003n)).toEqual([]);
    });
  }

  test('a missing file', async () => {
    const { exitCode, stderr } = await importFile(join(folder.path, 'none.csv'));
    expect([exitCode, stderr]).toEqual([2, `petstore: There is no file ${join(folder.path, 'none.csv')}.\n`]);
  });

  test('a file whose last row is broken', async () => {
    const { exitCode } = await importFile(save('broken.csv', `${table}"Rex,8003\n`), '--category', 'kind');
    expect([exitCode, await namesIn(server, 8003n)]).toEqual([2, []]);
  });
});
