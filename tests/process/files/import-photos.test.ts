import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importCommand } from '../../../cli/client/import.ts';
import { type Client, createClient, type PetListing } from '../../../client/index.ts';
import { importSettings, namesIn, offered } from '../../support/data/importing.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { runHere } from '../../support/process/command.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

let server: TestServer;
let client: Client;
let folder: ScratchFolder;
let photoFolder: string;

beforeAll(async () => {
  server = await startServer();
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = makeScratchFolder();
  photoFolder = join(folder.path, 'photos');
  mkdirSync(photoFolder);
});
afterEach(() => folder.remove());

const savePicture = (name: string, number: number) =>
  writeFileSync(join(photoFolder, name), drawAnimal(number, 40 + number, 40).bytes);

function importFile(...options: string[]) {
  const args = [join(folder.path, 'animals.csv'), '--rejected-folder', folder.path, ...offered, ...options];
  return runHere(importCommand(), args, importSettings(server.url));
}

/** A server with pictures that counts what is fetched from it. */
function startPictures() {
  const fetched: string[] = [];
  const pictures = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      const { pathname } = new URL(url);
      fetched.push(pathname);
      return pathname === '/luna.png'
        ? new Response(drawAnimal(3, 43, 40).bytes)
        : new Response('There is none.', { status: 404 });
    },
  });
  return { pictures, fetched };
}

/** The widths of the photos, by which they are told apart, for each animal of a category. */
async function photosIn(categoryId: bigint): Promise<Record<string, number[]>> {
  const listings: PetListing[] = await Array.fromAsync(client.listings.list({ categoryId }));
  return Object.fromEntries(listings.map(({ name, photos }) => [name, photos.map(({ width }) => Number(width))]));
}

test('without a column of photos they are the files in the folder that are named like the reference', async () => {
  for (const [name, number] of [
    ['a7-2.png', 2],
    ['A7.PNG', 1],
    ['A7_10.png', 3],
    ['A70.png', 4],
  ] as const)
    savePicture(name, number);
  writeFileSync(join(folder.path, 'animals.csv'), 'name,categoryId,reference\nFrank,7012,A7\nLuna,7012,A8\n');
  const { stdout } = await importFile('--photo-folder', photoFolder);
  expect(stdout).toMatch(/imported +2\n[\s\S]*photos +3\n[\s\S]*\nphotos of no animal 1: A70\.png\n$/);
  expect(await photosIn(7012n)).toEqual({ Frank: [41, 42, 43], Luna: [] });
  expect((await importFile('--photo-folder', photoFolder)).stdout).toMatch(/photos +0, already there 3\n/);
});

test('rows that have nothing but a number and a photo add it to the animal of the row before', async () => {
  for (const [name, number] of [
    ['1.png', 1],
    ['2.png', 2],
    ['3.png', 3],
  ] as const)
    savePicture(name, number);
  const rows = ['B0,,,,1,0,,,3.png', 'B1,Daisy,Female,Dog,0,0,,None,1.png', 'B1,,,,,,,,2.png'];
  const header =
    'ANIMALCODE,ANIMALNAME,ANIMALSEX,ANIMALSPECIES,ANIMALNOTFORADOPTION,ANIMALNONSHELTER,ANIMALDECEASEDDATE';
  writeFileSync(join(folder.path, 'animals.csv'), `${header},MOVEMENTTYPE,ANIMALIMAGE\n${rows.join('\n')}\n`);
  const options = ['--photos', 'ANIMALIMAGE', '--photo-folder', photoFolder, '--category-id', '7016'];
  expect((await importFile(...options)).stdout).toMatch(/imported +1\n[\s\S]*left out +2\n[\s\S]*photos +2\n/);
  expect(await photosIn(7016n)).toEqual({ Daisy: [41, 42] });
  const rejected = readFileSync(join(folder.path, 'animals.rejected-photos.csv'), 'utf8');
  expect(rejected).toMatch(/\n2,3\.png,No row before has its animal\.\r?\n$/);
  expect((await importFile(...options)).stdout).toMatch(/photos +0, already there 2\n/);
});

test('files are found whatever the system that wrote their names, and those of no use are named', async () => {
  const files = [
    'Frank 1.png',
    'bella (2).PNG',
    'Mu\u0308sli.png',
    'otto.png',
    'mia 1.png',
    'mia 2.png',
    'Pia, Tom.png',
  ];
  for (const [index, name] of [...files, 'spare.png', 'Z\u00e9.png'].entries()) savePicture(name, index + 1);
  writeFileSync(join(photoFolder, 'notes.txt'), 'none');
  writeFileSync(join(photoFolder, 'IMG_1.HEIC'), '\0\0\0\x18ftypheic\0\0\0\0');
  const rows = [
    'Frank,frank 1.PNG',
    'Bella,Bella (2).png',
    'M\u00fcsli,M\u00fcsli.png',
    'Otto,C:\\pictures\\OTTO.PNG',
    'Mia,"mia 2.png, mia 1.png"',
    'Pia,"Pia, Tom.png"',
    'Tim,IMG_1.heic',
  ];
  writeFileSync(join(folder.path, 'animals.csv'), `name,pictures\n${rows.join('\n')}\n`);
  const options = ['--category-id', '7013', '--photos', 'Pictures', '--photo-folder', photoFolder];
  const { exitCode, stdout } = await importFile(...options);
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/photos +7\nrejected photos 1 /)]);
  expect(stdout).toEndWith('\nphotos of no animal 2: Z\u00e9.png, spare.png\n');
  const found = { Frank: [41], Bella: [42], M\u00fcsli: [43], Otto: [44], Mia: [46, 45], Pia: [47], Tim: [] };
  expect(await photosIn(7013n)).toEqual(found);
  expect(readFileSync(join(folder.path, 'animals.rejected-photos.csv'), 'utf8')).toContain(
    '\n8,IMG_1.heic,"It is a HEIC or AVIF image, as phones take them. Save it as JPEG."\n',
  );
});

test('photos are added in their order, those that cannot be are listed, and a repeated import adds only what is missing', async () => {
  const { pictures, fetched } = startPictures();
  savePicture('frank.png', 1);
  savePicture('side.png', 2);
  writeFileSync(join(photoFolder, 'damaged.png'), drawAnimal(4).bytes.subarray(0, 500));
  writeFileSync(join(folder.path, 'outside.png'), drawAnimal(5).bytes);
  const at = (name: string) => `${pictures.url.origin}/${name}`;
  const rows = [
    'Frank,7001,calico,side.png; frank.png side.png',
    `Luna,7001,,missing.png ${at('luna.png')} ${at('none.png')} ../outside.png`,
    'Rex,7001,,damaged.png',
    'Max,7001,tabby,',
    `,7001,,${at('unread.png')}`,
  ];
  writeFileSync(join(folder.path, 'animals.csv'), `name,categoryId,breed,pictures\n${rows.join('\n')}\n`);
  const options = ['--photos', 'pictures', '--photo-folder', photoFolder, '--photo-private'];

  const trial = await importFile(...options, '--dry-run');
  expect([trial.exitCode, fetched, await namesIn(server, 7001n)]).toEqual([1, [], []]);

  const first = await importFile(...options);
  const listOf = (number = '') => join(folder.path, `animals.rejected-photos${number}.csv`);
  expect(first.stderr).toBe('');
  expect(first.stdout).toMatch(/imported +4\nalready there +0\nrejected +1 /);
  expect(first.stdout).toContain(`\nphotos         3\nrejected photos 4 (see ${listOf()})\n`);
  expect(first.exitCode).toBe(1);
  expect(await photosIn(7001n)).toEqual({ Frank: [42, 41], Luna: [43], Rex: [], Max: [] });
  expect(fetched.toSorted()).toEqual(['/luna.png', '/none.png']);
  const [header, ...rejected] = readFileSync(listOf(), 'utf8').trimEnd().split('\n');
  expect([header, rejected.toSorted()]).toEqual([
    '\ufeffline,photo,reason',
    [
      '3,../outside.png,It is outside of the folder.',
      `3,${at('none.png')},The server responded with the status 404.`,
      '3,missing.png,There is no such file in the folder.',
      expect.stringMatching(/^4,damaged\.png,.+\(invalid_image\)$/),
    ].toSorted(),
  ]);

  savePicture('missing.png', 6);
  const second = await importFile(...options);
  expect(second.stdout).toMatch(/imported +0\nalready there +4\nrejected +1 /);
  expect(second.stdout).toContain('\nphotos         1, already there 3\nrejected photos 3 (see');
  expect(await photosIn(7001n)).toEqual({ Frank: [42, 41], Luna: [43, 46], Rex: [], Max: [] });

  // Another image under the same name is not the one that the first run has added.
  savePicture('frank.png', 9);
  const third = await importFile(...options);
  expect(third.stdout).toContain('\nphotos         0, already there 3\nrejected photos 4 (see');
  expect(readFileSync(listOf('-3'), 'utf8')).toContain('2,frank.png,"An earlier run added another image');
  expect(await photosIn(7001n)).toMatchObject({ Frank: [42, 41] });

  savePicture('damaged.png', 8);
  const rex = (await Array.fromAsync(client.listings.list({ categoryId: 7001n }))).find(({ name }) => name === 'Rex');
  await client.pets.remove(rex?.id ?? 0n);
  expect((await importFile(...options)).stdout).toMatch(/imported +1\nalready there +3\n/);
  expect(await photosIn(7001n)).toEqual({ Frank: [42, 41], Luna: [43, 46], Rex: [48], Max: [] });
  await pictures.stop(true);
});

test('photos are read only when they are asked for, and without a folder no file is', async () => {
  const { pictures, fetched } = startPictures();
  savePicture('frank.png', 1);
  const cell = `frank.png ${pictures.url.origin}/luna.png`;
  writeFileSync(join(folder.path, 'animals.csv'), `name,categoryId,photos\nFrank,7002,${cell}\n`);
  const without = await importFile();
  expect([without.exitCode, without.stdout]).toEqual([0, expect.not.stringContaining('photos')]);
  expect([fetched, await photosIn(7002n)]).toEqual([[], { Frank: [] }]);
  const onlyPublic = await importFile('--photos', 'photos');
  const rejectedPath = join(folder.path, 'animals.rejected-photos.csv');
  expect([onlyPublic.exitCode, fetched, readFileSync(rejectedPath, 'utf8')]).toEqual([
    1,
    [],
    expect.stringContaining('the address 127.0.0.1 is a loopback address; without --photo-private, photos come'),
  ]);
  rmSync(rejectedPath);
  const withAddresses = await importFile('--photos', 'photos', '--photo-private', '--retry-for', '1s');
  expect(withAddresses.stdout).toMatch(/already there +1\nrejected +0\nphotos +1\nrejected photos 1 /);
  expect([fetched, await photosIn(7002n)]).toEqual([['/luna.png'], { Frank: [43] }]);

  rmSync(rejectedPath);
  writeFileSync(join(folder.path, 'animals.csv'), 'name,categoryId,photos\nFrank,7003,\n');
  expect((await importFile('--photos', 'photos')).exitCode).toBe(0);
  expect(existsSync(rejectedPath)).toBe(false);
  const cases: [options: string[], message: string][] = [
    [['--photos', 'photos', '--photo-folder', join(photoFolder, 'none')], 'There is no directory '],
    [['--photos', 'pictures'], 'There is no column "pictures".'],
  ];
  for (const [options, message] of cases) {
    const { exitCode, stderr } = await importFile(...options);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  await pictures.stop(true);
});
