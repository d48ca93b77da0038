import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { FeedOutcome } from '../../../cli/client/feed/make-feed.ts';
import { feedCommand } from '../../../cli/client/feed.ts';
import { type Client, createClient } from '../../../client/index.ts';
import { profileFields } from '../../../importer/profile-fields.ts';
import { addAnimals, filesIn, type Portal, photosOf, portals, writesOf } from '../../support/data/portals.ts';
import { startBucket } from '../../support/http/bucket.ts';
import { runHere } from '../../support/process/command.ts';
import { cleanEnv, petstore } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

let server: TestServer;
let client: Client;
let folder: ScratchFolder;
let key = '';
/** All that are for staff alone: registered numbers, and attributes. */
let secrets: string[] = [];
/** Those with photos, of which the first has five. */
let pictured: bigint[] = [];

/** Where the day is not that of UTC: a day ahead in the afternoon, a day behind in the morning. */
const isAhead = new Date().getUTCHours() >= 12;
const zone = isAhead ? 'Pacific/Kiritimati' : 'Etc/GMT+12';

beforeAll(async () => {
  folder = makeScratchFolder();
  const env = { PETSTORE_MEDIA_URL: `file:${join(folder.path, 'media')}`, PETSTORE_TIME_ZONE: zone };
  server = await startServer({ env });
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
  ({ secrets, pictured } = await addAnimals(client, server.url, folder.path));
  ({ secret: key } = await client.keys.create({ name: 'feeds', role: 'public', origins: ['*'] }));
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

const staffFields =
  'whereabouts intakeType outcomeType outcomeOn holdUntil holdReason microchip reference attributes location'.split(
    ' ',
  );
const publicFields = profileFields.filter((field) => !staffFields.includes(field));
const place = (name: string) => join(folder.path, name);
const settings = (url = server.url, token = key) => ({ PETSTORE_SERVER: url, PETSTORE_TOKEN: token });
const feed = (format: string, to: string, ...options: string[]) =>
  runHere(feedCommand(), ['--format', format, '--to', to, ...options], settings());

type Report = Omit<FeedOutcome, 'leftOut'> & { leftOut: { reasons: string[] }[] };

async function feedOf(format: string, to: string, ...options: string[]): Promise<Report> {
  const { exitCode, stdout, stderr } = await feed(format, to, '--json', ...options);
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe.each(Object.entries(portals))('a feed for %s', (format, shape: Portal) => {
  test('has its columns, its words and whole photos, and nothing that is for staff', async () => {
    const first = place(format);
    const report = await feedOf(format, first);
    const files = filesIn(first);
    const bytes = files.get(shape.data) ?? Buffer.alloc(0);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    expect(text).toMatch(/^\w[^\r]*[^\n]\n$/);
    const [header, ...rows]: string[][] = parse(text);
    expect(header).toEqual(Object.keys(shape.columns));
    expect(rows).toHaveLength(pictured.length);
    const wrong = rows.flatMap((row) =>
      Object.entries(shape.columns).flatMap(([name, allowed], index) => {
        const cell = row[index] ?? '';
        return allowed.test(cell) ? [] : [`${name}: ${cell}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);

    const listings = await Array.fromAsync(client.listings.list({ ids: pictured }));
    const expected = await Promise.all(
      listings.map(async (listing) =>
        (await photosOf(server, listing))
          .slice(0, shape.maxPhotos)
          .map((photo, index) => [`${shape.photos}/${listing.id}-${index + 1}.jpg`, photo] as const),
      ),
    );
    const photos = [...files].filter(([name]) => name.endsWith('.jpg'));
    expect(new Map(photos)).toEqual(new Map(expected.flat()));
    expect(report.photos).toBe(photos.length);
    expect(report.written.toSorted()).toEqual([...files.keys()]);
    expect(report.animals + report.leftOut.length).toBe(60 - (await client.pets.count({ status: 'sold' })));
  });

  test('is not written again when nothing has changed', async () => {
    const first = place(format);
    const before = writesOf(first);
    const report = await feedOf(format, first);
    expect([report.written, report.removed, report.unchanged]).toEqual([[], [], filesIn(first).size]);
    expect(writesOf(first)).toEqual(before);
  });
});

test('the data of a portal say what the profile does', async () => {
  const [first = 0n] = pictured;
  const rowOf = (format: keyof typeof portals): Record<string, string> => {
    const rows: Record<string, string>[] = parse(readFileSync(join(place(format), portals[format].data)), {
      columns: true,
    });
    return rows.find((row) => Object.values(row)[0] === String(first)) ?? {};
  };
  const { name, profile } = await client.listings.get(first);
  expect(profile).toMatchObject({ species: 'Cat', breed: 'Domestic Shorthair Mix', sex: 'male' });
  expect(rowOf('petfinder')).toMatchObject({
    AnimalName: name,
    Type: 'Cat',
    PrimaryBreed: 'Domestic Short Hair',
    Mix: '1',
    Sex: 'M',
    Size: 'XL',
    Age: 'Senior',
    Desc: 'Says &quot;no&quot;, &lt;b&gt;often&lt;/b&gt; &amp;&#10;likes Köln; 🐈&#10;&#10;And boxes.',
    NoDogs: '1',
    NoCats: '0',
    NoKids: '',
    Altered: '1',
    adoption_fee: '125.00',
    birth_date: profile.birthDate,
  });
  const [year, month, date] = profile.birthDate?.split('-') ?? [];
  expect(rowOf('adoptapet')).toMatchObject({ Breed: 'Domestic Shorthair', Purebred: '0', HairLength: 'Short' });
  expect(rowOf('adoptapet')).toMatchObject({ Birthdate: `${month}/${date}/${year}`, AdoptionFee: '125' });
  expect(rowOf('rescuegroups')).toMatchObject({
    photo1: `${first}-1.jpg`,
    photo4: `${first}-4.jpg`,
    okwithdogs: 'No',
    size: 'X-Large',
    dsc: expect.stringContaining('&amp;<br>likes Köln'),
  });
  const config = readFileSync(join(place('adoptapet'), 'import.cfg'), 'utf8');
  expect(config.split('\n').slice(0, -1)).toEqual(
    Object.keys(portals.adoptapet.columns).map((column, index) => `#${index + 1}:${column}=${column}`),
  );
});

test('the report says who was left out and why, and what was assumed', async () => {
  const { stdout } = await feed('petfinder', place('reported'));
  expect(stdout).toMatch(
    /^animals {8}4\n {2}3 without description: \d+, \d+, \d+\n {2}Size of 3 is not known, but required\nphotos {9}9\nleft out {7}\d+\n/,
  );
  expect(stdout).toMatch(/\n {2}\d+ because it is not available: \d+/);
  expect(stdout).toMatch(/\n {2}\d+ because it has no photo: \d+/);
  expect(stdout).toMatch(/\n {2}\d+ because its sex is not known: \d+/);
  expect(stdout).toMatch(/\n {2}\d+ because its species is none of the portal: Dog, Cat, .*: \d+/);
  expect(stdout).toEndWith('\nfiles written  10, removed 0, unchanged 0\n');
  const named = await feedOf('petfinder', place('reported'), '--name', 'CA123');
  expect([named.written, named.removed]).toEqual([['import/CA123'], ['import/pets.csv']]);
});

test('animals without photos, and species and breeds in words of the shelter, are there if they are asked for', async () => {
  const words = place('words.csv');
  writeFileSync(words, '\ufeffother, Small Animal\r\n"Bat Mix","Bat, Little Brown"\r\n');
  const report = await feedOf('adoptapet', place('words'), '--without-photos', '--words', words);
  const reasons = new Set(report.leftOut.flatMap(({ reasons }) => reasons));
  expect([...reasons].filter((reason) => /photo/.test(reason))).toEqual([]);
  const rows: Record<string, string>[] = parse(readFileSync(place('words/pets.csv')), { columns: true });
  expect(rows.length).toBe(report.animals);
  expect(rows.map(({ Animal, Breed }) => [Animal, Breed])).toContainEqual(['Small Animal', 'Bat, Little Brown']);
});

test('with the addresses of photos there are no files of them, and an animal that is listed again has others', async () => {
  const [first = 0n] = pictured;
  const [listing] = await Array.fromAsync(client.listings.list({ ids: [first] }));
  const addresses = listing?.photos.map(
    ({ sources }) => sources.filter(({ type }) => type === 'image/jpeg').at(-1)?.url ?? '',
  );
  /** What the columns say of the animal; empty where it is not listed. */
  async function photosIn(format: string): Promise<string[]> {
    const to = place(`addresses-${format}`);
    await feedOf(format, to, '--photo-addresses');
    const data = [...filesIn(to).keys()].filter((name) => name !== 'import.cfg');
    expect(data).toEqual(['import/pets.csv']);
    const rows: Record<string, string>[] = parse(readFileSync(join(to, 'import/pets.csv')), { columns: true });
    const row = Object.entries(rows.find((one) => Object.values(one)[0] === String(first)) ?? {});
    return row.flatMap(([name, cell]) => (/^photo\d/.test(name) && cell !== '' ? [cell] : []));
  }
  const before = await photosIn('petfinder');
  expect(before.map((address) => address.replace(/\?listed=\w+$/, ''))).toEqual(addresses ?? []);
  expect(await photosIn('petfinder')).toEqual(before);
  expect(await photosIn('rescuegroups')).toEqual(addresses?.slice(0, 4) ?? []);
  await client.pets.update(first, { status: 'pending' });
  expect(await photosIn('petfinder')).toEqual([]);
  await client.pets.update(first, { status: 'available' });
  const after = await photosIn('petfinder');
  expect(after.filter((address) => before.includes(address))).toEqual([]);
  const { pathname, search } = new URL(after[0] ?? '');
  expect(search).toMatch(/^\?listed=\w+$/);
  const photo = await server.fetch(pathname + search);
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('one animal that changes changes what it must, also when it is not public any more', async () => {
  const to = place('csv');
  await feedOf('csv', to);
  const data = join(to, 'pets.csv');
  const [header = ''] = readFileSync(data, 'utf8').split('\n');
  expect(header.split(',')).toEqual(['id', 'name', 'status', 'category', ...publicFields, 'photos']);
  const [, second = 0n, third = 0n] = pictured;
  await client.profiles.update(second, { description: 'Shy.' });
  const { ino } = statSync(data);
  const changed = await feedOf('csv', to);
  // A new file has taken its place.
  expect(statSync(data).ino).not.toBe(ino);
  expect([changed.written, changed.removed]).toEqual([['pets.csv'], []]);

  const [listing] = await Array.fromAsync(client.listings.list({ ids: [third] }));
  const [photo] = listing?.photos ?? [];
  await client.photos.remove(third, photo?.id ?? 0n);
  const fewer = await feedOf('csv', to);
  expect([fewer.written.toSorted(), fewer.removed]).toEqual([
    ['pets.csv', `photos/${third}-1.jpg`].toSorted(),
    [`photos/${third}-2.jpg`],
  ]);
  await client.pets.update(third, { status: 'sold' });
  const gone = await feedOf('csv', to);
  expect([gone.written, gone.removed]).toEqual([['pets.csv'], [`photos/${third}-1.jpg`]]);
  expect(readFileSync(data, 'utf8')).not.toContain(`\n${third},`);
  expect([...filesIn(to).keys()].filter((name) => name.includes(`/${third}-`))).toEqual([]);

  // Somebody else has changed or removed a file, or put a link in its place.
  const elsewhere = place('elsewhere.csv');
  const photoPath = join(to, `photos/${second}-1.jpg`);
  const before = filesIn(to);
  writeFileSync(photoPath, 'damaged');
  rmSync(join(to, `photos/${second}-2.jpg`));
  rmSync(data);
  writeFileSync(elsewhere, 'kept');
  symlinkSync(elsewhere, data);
  const repaired = await feedOf('csv', to);
  expect(repaired.written.toSorted()).toEqual(['pets.csv', `photos/${second}-1.jpg`, `photos/${second}-2.jpg`]);
  expect([filesIn(to), readFileSync(elsewhere, 'utf8')]).toEqual([before, 'kept']);
});

test('a link in place of the folder of photos is named, and nothing is written or removed through it', async () => {
  const [to, elsewhere] = [place('linked'), place('linked-elsewhere')];
  await feedOf('csv', to);
  renameSync(join(to, 'photos'), elsewhere);
  symlinkSync(elsewhere, join(to, 'photos'));
  const before = filesIn(elsewhere);
  expect(await feed('csv', to)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`the feed is not up to date. ${join(to, 'photos')} is a symbolic link`),
  });
  expect(filesIn(elsewhere)).toEqual(before);
  rmSync(join(to, 'photos'));
  const { written } = await feedOf('csv', to);
  expect(written.toSorted()).toEqual([...before.keys()].map((name) => `photos/${name}`).toSorted());
});

test('in a bucket, only objects that have changed are put, and those that are gone are removed', async () => {
  const bucket = startBucket();
  const args = ['--format', 'rescuegroups', '--to', 's3://feeds/portal/rg', '--json'];
  const run = async () => {
    bucket.requests.length = 0;
    const { exitCode, stderr } = await runHere(feedCommand(), args, { ...settings(), ...bucket.env });
    expect([exitCode, stderr]).toEqual([0, '']);
    return bucket.requests.filter((request) => !/^GET/.test(request)).sort();
  };
  const put = (name: string) => `PUT portal/rg/${name}`;
  const listing = await client.listings.get(pictured[1] ?? 0n);
  const photos = listing.photos.map((_, index) => `import/pictures/${listing.id}-${index + 1}.jpg`);
  const first = await run();
  expect(first).toEqual(expect.arrayContaining([...photos, 'import/pets.csv', '.petstore-feed'].map(put)));
  const stored = await photosOf(server, listing);
  expect(photos.map((name) => bucket.objects.get(`portal/rg/${name}`))).toEqual(
    stored.map((bytes) => new Uint8Array(bytes)),
  );
  expect(await run()).toEqual([]);
  bucket.objects.set(`portal/rg/${photos[0]}`, new Uint8Array(1));
  expect(await run()).toEqual([put(photos[0] ?? '')]);
  await client.pets.update(listing.id, { status: 'pending' });
  const gone = photos.map((name) => `DELETE portal/rg/${name}`);
  expect(await run()).toEqual([...gone, ...['.petstore-feed', 'import/pets.csv'].map(put)].sort());
  await client.pets.update(listing.id, { status: 'available' });
  await bucket.stop();
  const away = await runHere(feedCommand(), args, { ...settings(), ...bucket.env });
  expect([away.exitCode, away.stderr]).toEqual([1, expect.stringContaining('s3://feeds/portal/rg cannot be written')]);
  expect(away.stderr).not.toMatch(/Signature|secret-of-bucket/);
});

/** A file that a command seems to have left long ago. */
function leavePartial(path: string): void {
  writeFileSync(path, 'id,na');
  utimesSync(path, 0, 0);
}

test('a feed that is killed leaves whole files and the data of before, and the next one completes it and removes what is gone', async () => {
  const to = place('killed');
  await feedOf('rescuegroups', to, '--without-photos');
  const before = filesIn(to);
  // As if all photos were new.
  rmSync(join(to, 'import/pictures'), { recursive: true });
  const manifest = readFileSync(join(to, '.petstore-feed'), 'utf8');
  writeFileSync(join(to, '.petstore-feed'), manifest.replaceAll(/^import\/pictures\/.*\n/gm, ''));
  // Its photos come last.
  const last = pictured.toSorted((one, other) => Number(one - other)).at(-1) ?? 0n;
  await client.profiles.update(last, { description: 'Waits.' });
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  let asked = 0;
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch({ url, headers }) {
      const { pathname, search } = new URL(url);
      asked += Number(pathname.startsWith('/media/'));
      if (pathname.startsWith('/media/') && asked > 4) {
        hold();
        await new Promise(() => undefined);
      }
      // As the service has sent it: the headers tell how it is compressed.
      return await fetch(server.url + pathname + search, { headers, decompress: false });
    },
  });
  const program = Bun.spawn(petstore('feed', '--format', 'rescuegroups', '--without-photos', '--to', to), {
    env: cleanEnv(settings(String(proxy.url))),
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await Promise.race([held, program.exited]);
  expect(program.exitCode).toBeNull();
  program.kill('SIGKILL');
  await program.exited;
  await proxy.stop(true);

  const left = filesIn(to);
  const whole = [...left].filter(([name]) => !name.endsWith('.partial'));
  expect(left.get('import/pets.csv')?.equals(before.get('import/pets.csv') ?? Buffer.alloc(0))).toBe(true);
  expect(whole.length).toBeGreaterThan(1);
  for (const [name, content] of whole) expect([name, before.get(name)?.equals(content)]).toEqual([name, true]);

  const partials = ['import/pets.csv', '.petstore-feed', `import/pictures/${last}-1.jpg`, 'import/notes.txt'];
  for (const name of partials) leavePartial(join(to, `${name}.7.partial`));
  leavePartial(join(to, 'notes.partial'));
  const shown = /^import\/pictures\/(\d+)-1\.jpg$/;
  const gone = BigInt(whole.map(([name]) => shown.exec(name)?.[1]).find((id) => id !== undefined) ?? '');
  await client.pets.update(gone, { status: 'pending' });
  await feedOf('rescuegroups', to, '--without-photos');
  await client.pets.update(gone, { status: 'available' });
  const after = filesIn(to);
  const remaining = [...before.keys()].filter((name) => !name.startsWith(`import/pictures/${gone}-`));
  expect(remaining.length).toBeLessThan(before.size);
  expect([...after.keys()]).toEqual([...remaining, 'import/notes.txt.7.partial', 'notes.partial'].sort());
  expect(after.get('import/pets.csv')?.toString()).toContain('Waits.');
});

test('ages are those of the day of the shelter, and the category tells what a portal does not know of a species', async () => {
  const { id: categoryId } = await client.categories.put(9_000n, { name: 'Reptiles' });
  const born = new Date(Date.now() + (isAhead ? 14 * 3_600_000 : 0));
  born.setUTCFullYear(born.getUTCFullYear() - 8);
  const profile = {
    species: 'axolotl',
    breed: 'Axolotl',
    sex: 'female' as const,
    birthDate: born.toISOString().slice(0, 10),
  };
  const { id } = await client.listings.create({ name: 'Xolotl', categoryId, profile });
  await feedOf('petfinder', place('days'), '--without-photos');
  const rows: Record<string, string>[] = parse(readFileSync(place('days/import/pets.csv')), { columns: true });
  const row = rows.find(({ ID }) => ID === String(id));
  expect(row).toMatchObject({ Type: 'Reptile', Age: isAhead ? 'Senior' : 'Adult' });
  await client.pets.remove(id);
});

test('other keys, formats, places and names are refused before anything is written', async () => {
  const to = place('refused');
  const refused = await runHere(feedCommand(), ['--format', 'csv', '--to', to], settings(server.url, adminKey));
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--role public')]);
  expect(existsSync(to)).toBe(false);
  const abandoned = join(place('csv'), 'pets.csv.7.partial');
  leavePartial(abandoned);
  const other = await feed('adoptapet', place('csv'));
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('a feed of the format csv already')]);
  expect(existsSync(abandoned)).toBe(true);
  expect((await feed('csv', to, '--name', '../pets.csv')).exitCode).toBe(2);
  expect((await feed('csv', 's3://feeds/a b')).exitCode).toBe(2);
  expect((await feed('csv', to, '--words', place('none.csv'))).exitCode).toBe(2);
  writeFileSync(to, '');
  const file = await feed('csv', to);
  expect([file.exitCode, file.stderr]).toEqual([1, expect.stringContaining('cannot be written')]);
});
