import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { exportCommand } from '../../../cli/client/export.ts';
import { importCommand } from '../../../cli/client/import.ts';
import { type Client, createClient, type PetListing } from '../../../client/index.ts';
import { parseJson } from '../../../client/transport/json.ts';
import type { NewPetListing } from '../../../client/types.gen.ts';
import { profileFields } from '../../../importer/profile-fields.ts';
import { importSettings } from '../../support/data/importing.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { postgres, sqlite } from '../../support/engines.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

const animals: readonly NewPetListing[] = [
  {
    name: '=Rex, "the dog"',
    categoryId: 2n ** 63n - 1n,
    status: 'pending',
    profile: {
      description: '=1+1\nHe said: "No, really",\r\nthen\nwent; away.\n\n\'@end',
      species: 'Dog',
      breed: '-Beagle, "mixed"',
      color: '+black',
      coat: "'=short",
      sex: 'unknown',
      size: 'extra_large',
      birthDate: '2014-04-01',
      birthDatePrecision: 'month',
      neutered: false,
      vaccinated: true,
      houseTrained: true,
      specialNeeds: false,
      goodWith: { children: true, dogs: false, cats: false },
      tags: ['"quoted"', '-shy', '@home', 'calm', 'dry, but kind'],
      location: 'Foster home; Aachen | Köln',
      arrivedOn: '2026-10-03',
      fee: { amountMinor: 2n ** 63n - 1n, currency: 'EUR' },
      reference: '=A706918',
      attributes: { '=weight, "kg"': '{"4": "2"}', 'chip;': "'\u{1f415}\\" },
    },
  },
  {
    name: 'Luna',
    categoryId: 3n,
    profile: {
      description: 'One\ntwo',
      sex: 'female',
      birthDate: '2020-01-01',
      birthDatePrecision: 'year',
      goodWith: { cats: true },
      tags: ['-shy', '[x]'],
      fee: { amountMinor: 5n, currency: 'JPY' },
    },
  },
  { name: 'Without any', categoryId: 3n, status: 'sold', profile: {} },
];

let folder: ScratchFolder;
let server: TestServer;
let other: TestServer;
let client: Client;

beforeAll(async () => {
  folder = makeScratchFolder();
  const media = `file:${join(folder.path, 'media')}`;
  server = await startServer({ engine: postgres, env: { PETSTORE_MEDIA_URL: media } });
  other = await startServer({ engine: sqlite });
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
  for (const animal of animals) await client.listings.create(animal);
});
afterAll(async () => {
  await Promise.all([server.stop(), other.stop()]);
  folder.remove();
});

const exportWith = (...options: string[]) => runHere(exportCommand(), options, importSettings(server.url));

/** On a busy machine an import takes long enough to tell its progress. */
const withoutProgress = (stderr: string) => stderr.replaceAll(/^petstore: importing: .*\n/gm, '');

/** What an import can keep: all but the ids and times that the service gives. */
const kept = ({ name, category, status, profile, photos }: PetListing) => {
  const sizes = photos.map(({ width, height }) => [width, height]);
  return { name, categoryId: category.id, status, profile, sizes };
};

test('an export with profiles and photos, imported into an empty service on the other engine, gives the same animals', async () => {
  const [first] = await Array.fromAsync(client.listings.list());
  for (const number of [1, 2]) {
    const { bytes } = drawAnimal(number, 700 + number, 40);
    await client.photos.add(first?.id ?? 0n, bytes, { mediaType: 'image/png' });
  }
  const listings = await Array.fromAsync(client.listings.list());
  expect(listings.map(({ profile }) => profile)).toEqual(animals.map(({ profile }) => profile ?? {}));

  const path = join(folder.path, 'animals.csv');
  expect((await exportWith('--profiles', '--output', path)).exitCode).toBe(0);
  const imported = await runHere(
    importCommand(),
    [path, '--photos', 'photos', '--photo-private'],
    importSettings(other.url),
  );
  expect([imported.exitCode, withoutProgress(imported.stderr)]).toEqual([0, '']);
  expect(imported.stdout).toMatch(/imported +3\nalready there +0\nrejected +0\nphotos +2\n/);
  await expectSame(listings);
});

async function expectSame(listings: readonly PetListing[]): Promise<void> {
  const moved = await Array.fromAsync(createClient({ baseUrl: other.url, apiKey: adminKey }).listings.list());
  const byName = (one: PetListing, two: PetListing) => (one.name < two.name ? -1 : 1);
  expect(moved.toSorted(byName).map(kept)).toEqual(listings.toSorted(byName).map(kept));
  expect(moved.map(({ photos }) => photos.length).toSorted()).toEqual([0, 0, 2]);
}

test('so does one with a JSON object per line, read from standard input', async () => {
  const { pets } = createClient({ baseUrl: other.url, apiKey: adminKey });
  for await (const { id } of pets.list()) await pets.remove(id);
  const { stdout } = await exportWith('--profiles', '--format', 'ndjson');
  const input = `${stdout}\n{"name": "Nobody", "categoryId": "", "photos": "x.jpg"}\n`;
  const imported = await run(
    ['import', '-', '--photos', 'photos', '--photo-private'],
    importSettings(other.url),
    folder.path,
    input,
  );
  expect([imported.exitCode, withoutProgress(imported.stderr)]).toEqual([1, '']);
  expect(imported.stdout).toMatch(
    /imported +3\nalready there +0\nrejected +1 \(see standard-input\.rejected\.csv\)\nphotos +2\n/,
  );
  await expectSame(await Array.fromAsync(client.listings.list()));
  const [rejected]: Record<string, string>[] = parse(
    readFileSync(join(folder.path, 'standard-input.rejected.csv'), 'utf8'),
    { bom: true, columns: true },
  );
  expect(rejected).toMatchObject({ line: '5', name: 'Nobody', reason: expect.stringContaining('no category') });
});

test('CSV has a column for each field, the times and the largest JPEG of each photo, and no cell that a spreadsheet runs', async () => {
  const { stdout } = await exportWith('--profiles');
  const [listing] = await Array.fromAsync(client.listings.list());
  expect(stdout.split('\n', 1)).toEqual([
    `id,name,categoryId,status,${profileFields},createdAt,updatedAt,statusSince,photos,category`,
  ]);
  const cells: Record<string, string>[] = parse(stdout, { columns: true });
  expect(cells).toHaveLength(animals.length);
  expect(cells.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  const addresses = listing?.photos.map(({ sources }) => sources.find((file) => /\/70\d\.jpe?g$/.test(file.url))?.url);
  expect(cells[0]).toMatchObject({
    createdAt: listing?.createdAt,
    updatedAt: listing?.updatedAt,
    statusSince: listing?.statusSince,
    photos: addresses?.join(' '),
    reference: "'=A706918",
    birthDate: '2014-04',
  });
  expect(addresses).toHaveLength(2);
  const raw: Record<string, string>[] = parse((await exportWith('--profiles', '--raw')).stdout, { columns: true });
  expect(raw[0]).toMatchObject({ reference: '=A706918', description: animals[0]?.profile?.description });
});

test('NDJSON has one listing per line as the interface returns it, and a status filters both formats', async () => {
  const { stdout } = await exportWith('--profiles', '--format', 'ndjson');
  const listings = await Array.fromAsync(client.listings.list());
  expect(stdout.trimEnd().split('\n').map(parseJson)).toEqual(listings);
  const sold: Record<string, string>[] = parse((await exportWith('--profiles', '--status', 'sold')).stdout, {
    columns: true,
  });
  expect(sold.map(({ name, breed, photos }) => [name, breed, photos])).toEqual([['Without any', '', '']]);
});
