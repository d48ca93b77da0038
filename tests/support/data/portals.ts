import { expect } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { importCommand } from '../../../cli/client/import.ts';
import type { Client, PetListing } from '../../../client/index.ts';
import { runHere } from '../process/command.ts';
import type { TestServer } from '../process/server.ts';
import { importSettings } from './importing.ts';
import { drawAnimal } from './picture.ts';

/** What may be in a column, by a word for it. Other texts are lists of words, with `|` between them. */
const cells: Record<string, RegExp> = {
  number: /^\d+$/,
  name: /^.+$/,
  shortName: /^.{1,50}$/,
  breed: /^[^/]+$/,
  otherBreed: /^[^/]*$/,
  age: /^(Baby|Young|Adult|Senior)$/,
  species: /^(Dog|Cat|Bird)$/,
  line: /^[^\r\n]*$/,
  escaped: /^[^<>\r\n]*$/,
  day: /^(\d{4}-\d{2}-\d{2})?$/,
  americanDay: /^(\d{2}\/\d{2}\/\d{4})?$/,
  money: /^(\d+\.\d\d)?$/,
  dollars: /^\d*$/,
  coat: /^(Short|Medium|Long|)$/,
  file: /^(\d+-\d\.jpg)?$/,
  empty: /^$/,
};

const columnsOf = (text: string): Record<string, RegExp> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((column) => column.split(':'))
      .map(([name = '', cell = '']) => [name, cells[cell] ?? new RegExp(`^(?:${cell})$`)]),
  );

export interface Portal {
  data: string;
  photos: string;
  maxPhotos: number;
  columns: Record<string, RegExp>;
}

/** As portals' own documents, and programs that feed them, have them: the columns in their order, and what may be in them. */
export const portals = {
  petfinder: {
    data: 'import/pets.csv',
    photos: 'import/photos',
    maxPhotos: 3,
    columns: columnsOf(`
      ID:number Internal:number AnimalName:name PrimaryBreed:breed SecondaryBreed:otherBreed Sex:M|F Size:S|M|L|XL Age:age
      Desc:escaped Type:species Status:A Shots:1| Altered:1| NoDogs:1|0| NoCats:1|0| NoKids:1|0| Housetrained:1|
      Declawed:1| specialNeeds:1| Mix:1| photo1:empty photo2:empty photo3:empty photo4:empty photo5:empty photo6:empty
      arrival_date:day birth_date:day primaryColor:empty secondaryColor:empty tertiaryColor:empty coat_length:empty
      adoption_fee:money display_adoption_fee:1| adoption_fee_waived:empty special_needs_notes:empty no_other:empty
      no_other_note:empty tags:empty`),
  },
  adoptapet: {
    data: 'pets.csv',
    photos: 'photos',
    maxPhotos: 4,
    columns: columnsOf(`
      Id:number Animal:species Breed:breed Breed2:otherBreed Purebred:1|0 Age:age Name:name Size:S|M|L|XL| Sex:M|F|
      Description:line Status:Available GoodWKids:1|0| GoodWCats:1|0| GoodWDogs:1|0| SpayedNeutered:1|0| ShotsCurrent:1|0|
      Housetrained:1|0| SpecialNeeds:1|0| HairLength:coat PhotoURL:empty Birthdate:americanDay AdoptionFee:dollars`),
  },
  rescuegroups: {
    data: 'import/pets.csv',
    photos: 'import/pictures',
    maxPhotos: 4,
    columns: columnsOf(`
      externalID:number rescueID:number name:shortName status:Available type:species priBreed:breed secBreed:otherBreed
      mix:Yes|No| sex:Male|Female| age:Baby|Young|Adult|Senior| okwithdogs:Yes|No| okwithcats:Yes|No| okwithkids:Yes|No|
      housebroken:Yes|No| specialNeeds:Yes|No| altered:Yes|No| size:Small|Medium|Large|X-Large| uptodate:Yes|No|
      coatLength:coat dsc:line photo1:file photo2:file photo3:file photo4:file`),
  },
} as const satisfies Record<string, Portal>;

/** Each file of a feed with its content, but for what the command keeps for itself. */
export function filesIn(path: string): Map<string, Buffer> {
  const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  const files = names.filter((name) => statSync(join(path, name)).isFile() && name !== '.petstore-feed');
  return new Map(files.sort().map((name) => [name, readFileSync(join(path, name))]));
}

/** What tells that a file was written again. */
export const writesOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { ino, mtimeMs, size } = statSync(join(path, name));
      return [name, ino, statSync(join(path, name)).isFile() ? `${mtimeMs} ${size}` : ''] as const;
    });

const excerpt = join(import.meta.dir, '../../data/austin-outcomes-excerpt.csv');

/**
 * Adds 60 animals.
 * @returns all that are for staff alone, registered numbers and attributes, and the animals with photos, of which the first has five
 */
export async function addAnimals(client: Client, url: string, folder: string) {
  const statuses = [
    '--status',
    'outcome_type',
    '--status-map',
    'Adoption=sold,Return to Owner=pending,Transfer=available,Euthanasia=available,*=available',
  ];
  const more = ['--profile', 'outcomeOn=', '--attributes', 'outcome_subtype', '--rejected-folder', folder];
  const imported = await runHere(importCommand(), [excerpt, ...statuses, ...more], importSettings(url));
  expect(imported.stdout).toMatch(/imported +60\n/);
  const listings = await Array.fromAsync(client.listings.list());
  // An animal without a name has its registered number as its name here.
  const secrets = listings
    .filter(({ name, profile }) => name !== profile.reference)
    .flatMap(({ profile }) => [profile.reference ?? '', ...Object.values(profile.attributes ?? {})])
    .filter((text) => /\d/.test(text));
  expect(secrets.length).toBeGreaterThan(20);
  const known = listings.filter(
    ({ status, profile }) => status === 'available' && ['Dog', 'Cat'].includes(profile.species ?? ''),
  );
  // An import adds several animals at once, so that ids are not always in the order of its rows.
  const isFirst = ({ profile }: { profile: { reference?: string } }) => profile.reference === 'A746874';
  const pictured = [...known.filter(isFirst), ...known.filter((listing) => !isFirst(listing))]
    .filter(({ profile }) => profile.sex !== 'unknown')
    .map(({ id }) => id)
    .slice(0, 4);
  expect(pictured).toHaveLength(4);
  for (const [index, id] of pictured.entries()) {
    for (let number = 0; number < (index === 0 ? 5 : 2); number += 1) {
      const { bytes } = drawAnimal(10 * index + number, 340 + number, 60);
      await client.photos.add(id, bytes, { mediaType: 'image/png' });
    }
  }
  const [first = 0n] = pictured;
  await client.profiles.update(first, {
    description: 'Says "no", <b>often</b> &\r\nlikes Köln; 🐈\n\nAnd boxes.',
    size: 'extra_large',
    goodWith: { dogs: false, cats: true },
    fee: { amountMinor: 12_500n, currency: 'USD' },
  });
  return { secrets, pictured };
}

/** The bytes of the largest JPEG of each photo, as the service has them. */
export async function photosOf(server: TestServer, { photos }: PetListing): Promise<Buffer[]> {
  const addresses = photos.map(({ sources }) => sources.filter(({ type }) => type === 'image/jpeg').at(-1)?.url ?? '');
  return await Promise.all(
    addresses.map(async (url) => Buffer.from(await (await server.fetch(new URL(url).pathname)).arrayBuffer())),
  );
}
