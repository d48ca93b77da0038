import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { exportCommand } from '../../../cli/client/export.ts';
import { importCommand } from '../../../cli/client/import.ts';
import { type Client, createClient, type NewPet, type Pet } from '../../../client/index.ts';
import { parseJson } from '../../../client/transport/json.ts';
import { runHere } from '../../support/process/command.ts';
import { cleanEnv, petstore, run } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

const special: readonly NewPet[] = [
  { name: 'Rex, "the dog"', categoryId: 2n ** 63n - 1n, status: 'sold' },
  { name: ' Padmé ', categoryId: -(2n ** 63n), status: 'pending' },
  { name: '"', categoryId: 0n },
  { name: '狗\u2028=1+1', categoryId: 9007199254740993n },
  { name: '=HYPERLINK("https://evil.example")', categoryId: -1n },
  { name: "'@Rex", categoryId: 1n },
];

let server: TestServer;
let client: Client;
let folder: ScratchFolder;
let pets: readonly Pet[];

function settings(): Record<string, string> {
  return { PETSTORE_SERVER: server.url, PETSTORE_TOKEN: adminKey };
}

function exportWith(...options: string[]) {
  return runHere(exportCommand(), options, settings());
}

beforeAll(async () => {
  folder = makeScratchFolder();
  server = await startServer();
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
  const plain = Array.from({ length: 250 }, (_, index) => ({ name: `Animal ${index}`, categoryId: 1n }));
  await Promise.all([...special, ...plain].map((newPet) => client.pets.create(newPet)));
  await client.categories.put(1n, { name: '=Dogs' });
  pets = await Array.fromAsync(client.pets.list());
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

test('CSV contains every animal of every page unchanged, with the name of its category', async () => {
  const { exitCode, stdout, stderr } = await run(['export', '--raw'], settings());
  const [header, ...rows]: string[][] = parse(stdout);
  expect(header).toEqual(['id', 'name', 'categoryId', 'status', 'category']);
  const nameOf = (categoryId: bigint) => (categoryId === 1n ? '=Dogs' : '');
  expect(rows).toEqual(
    pets.map(({ id, name, categoryId, status = '' }) => [`${id}`, name, `${categoryId}`, status, nameOf(categoryId)]),
  );
  expect([exitCode, stderr]).toEqual([0, '']);
});

test('CSV puts an apostrophe before names that a spreadsheet would evaluate', async () => {
  const [, ...rows]: string[][] = parse((await exportWith()).stdout);
  const changed = rows.filter(([, name], index) => name !== pets[index]?.name);
  expect(changed.map(([, name]) => name).sort()).toEqual([`''@Rex`, `'=HYPERLINK("https://evil.example")`]);
  expect(rows.map(([, , categoryId]) => categoryId)).toContain('-1');
});

test('NDJSON contains one animal per line, unchanged', async () => {
  const { stdout } = await exportWith('--format', 'ndjson');
  expect(stdout.trimEnd().split('\n').map(parseJson)).toEqual([...pets]);
});

test('notes are exported by themselves, with who has written them', async () => {
  const petId = pets[0]?.id ?? 0n;
  await client.notes.create(petId, { text: '=Bites\nat night' });
  const [header, ...rows]: string[][] = parse((await exportWith('--notes')).stdout);
  expect(header).toEqual(['petId', 'createdAt', 'createdBy', 'text']);
  expect(rows.map(([pet, , , text]) => [pet, text])).toEqual([[String(petId), "'=Bites\nat night"]]);
});

test('an export can be filtered by status', async () => {
  const { stdout } = await exportWith('--format', 'ndjson', '--status', 'pending');
  expect(stdout.trimEnd().split('\n').map(parseJson)).toEqual(pets.filter(({ status }) => status === 'pending'));
});

test('an export imported into another service creates the same animals and names their categories', async () => {
  const path = join(folder.path, 'moved.csv');
  await exportWith('--output', path);
  const other = await startServer();
  const { exitCode } = await runHere(importCommand(), [path], { PETSTORE_SERVER: other.url, PETSTORE_TOKEN: adminKey });
  const { pets: otherPets, categories } = createClient({ baseUrl: other.url, apiKey: adminKey });
  const [moved, named] = [await Array.fromAsync(otherPets.list()), await Array.fromAsync(categories.list())];
  await other.stop();
  const facts = (list: readonly Pet[]) => list.map(({ id, ...fields }) => Object.values(fields).join('|')).sort();
  expect(exitCode).toBe(0);
  expect(facts(moved)).toEqual(facts(pets));
  expect(named.map(({ id, name }) => [id, name])).toEqual([[1n, '=Dogs']]);
});

describe('an output file', () => {
  test('is replaced by the complete export, and no other file is left beside it', async () => {
    const own = makeScratchFolder();
    const path = join(own.path, 'animals.csv');
    writeFileSync(path, 'an earlier export');
    const { exitCode, stdout } = await exportWith('--output', path);
    expect([exitCode, stdout, readdirSync(own.path)]).toEqual([0, '', ['animals.csv']]);
    expect(readFileSync(path, 'utf8')).toBe(`\ufeff${(await exportWith()).stdout}`);
    own.remove();
  });

  test('stays unchanged when the service fails during the export', async () => {
    let isFirst = true;
    using failing = Bun.serve({
      port: 0,
      fetch() {
        if (!isFirst) return Response.json({ code: 'internal_error', message: 'No.', status: 500 }, { status: 500 });
        isFirst = false;
        const page = '[{"id":1,"name":"a","categoryId":1,"status":"sold"}]';
        return new Response(page, { headers: { Link: '</v1/pets?cursor=2>; rel="next"' } });
      },
    });
    const own = makeScratchFolder();
    const path = join(own.path, 'animals.csv');
    writeFileSync(path, 'an earlier export');
    const { exitCode, stderr } = await exportWith('--output', path, '--server', failing.url.href);
    expect([exitCode, stderr]).toEqual([1, 'petstore: the export is incomplete. No. (internal_error)\n']);
    expect([readdirSync(own.path), readFileSync(path, 'utf8')]).toEqual([['animals.csv'], 'an earlier export']);
    own.remove();
  });

  test('that cannot be written is reported at once', async () => {
    const to = async (path: string) => {
      const { exitCode, stderr } = await exportWith('--output', path);
      return [exitCode, stderr];
    };
    expect(await to(join(folder.path, 'missing/animals.csv'))).toEqual([2, expect.stringContaining('cannot write to')]);
    expect(await to(folder.path)).toEqual([2, `petstore: cannot write to ${folder.path}: it is a folder\n`]);
    expect(existsSync(`${folder.path}.${process.pid}.partial`)).toBe(false);
  });
});

test('an export ends silently when its reader closes the pipe early', async () => {
  const program = Bun.spawn(petstore('export'), { env: cleanEnv(settings()), stdout: 'pipe', stderr: 'pipe' });
  await program.stdout.cancel();
  expect([await program.exited, await program.stderr.text()]).toEqual([0, '']);
});

test('an invalid key and an unknown format are reported', async () => {
  const refused = await exportWith('--token', 'a-key-that-nobody-has-made');
  expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('The service rejected the API key');
  const unknown = await exportWith('--format', 'xml');
  expect(unknown.stderr).toContain('csv, ndjson');
  expect(unknown.exitCode).toBe(2);
});
