import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import type { PetListing } from '../../../client/index.ts';
import { missingParts } from '../../../contract/pet.ts';
import { addressOf } from '../../../importer/export/photo-address.ts';
import { unusable } from '../../exit.ts';
import { type Column, type FeedAnimal, type FeedFormat, type FormatName, formats } from './formats.ts';
import { ageGroupOf, breedsOf, kindOf, type OwnWords } from './kinds.ts';
import type { FeedPlace } from './places.ts';

export interface FeedJob {
  readonly format: FormatName;
  readonly place: FeedPlace;
  /** The animals that the public may see. */
  readonly listings: AsyncIterable<PetListing>;
  /** `undefined` when the photo was removed. */
  readonly fetchPhoto: (address: string) => Promise<Uint8Array | undefined>;
  /** The name of the data file. */
  readonly name: string;
  /** Whether the feed has the addresses of photos instead of their files. */
  readonly hasAddresses: boolean;
  /** Whether animals without a photo are left out. */
  readonly needsPhoto: boolean;
  readonly words: OwnWords;
  readonly now: Date;
  /** The beginning of the shelter's day, as if that were in UTC. */
  readonly today: Date;
}

export interface FeedOutcome {
  animals: number;
  photos: number;
  written: string[];
  removed: string[];
  unchanged: number;
  leftOut: { id: bigint; name: string; reasons: string[] }[];
  /** Animals of the feed that are not ready to be shown, with what they lack. */
  notReady: { id: bigint; name: string; missing: string[] }[];
  /** For columns of required values: of how many animals something was written that is not known. */
  assumed: Record<string, number>;
}

/**
 * What runs have written: for each file where its content comes from, and how `FeedPlace.list` shows it. Both are empty for
 * one that a run was about to write. `listed ID` is no file: its source tells since when the animal is listed without a gap.
 */
type Manifest = Map<string, { source: string; stamp: string }>;

/** An animal that the public may see. */
interface Candidate {
  animal: FeedAnimal;
  /** Why it is left out. */
  reasons: string[];
  /** Those that the reader takes, and the names of their files. */
  photos: { name: string; address: string }[];
}

/** A line with the format, and one with name, source and stamp of each file, separated by tabs. */
const manifestName = '.petstore-feed';

/**
 * Brings a feed up to date: photos first, then the file that names them, then what is not needed any more goes. Only files
 * with another content than those of the last run are written, and each is in the manifest before: what a run leaves that
 * fails or is killed, the next one knows.
 */
export async function makeFeed(job: FeedJob): Promise<FeedOutcome> {
  const { format: formatName, place, hasAddresses } = job;
  const format: FeedFormat = formats[formatName];
  const present = await place.list();
  let manifest = present.has(manifestName) ? await place.read(manifestName) : '';
  const before = readManifest(manifest, formatName);
  const isPhoto = (name: string) => name.startsWith(format.photoFolder) && /(^|\/)\d+-\d+\.jpg$/.test(name);
  await place.removeAbandoned((name) => name === manifestName || before.has(name) || isPhoto(name));
  const sources = new Map<string, string>();
  const counts = { animals: 0, photos: 0, unchanged: 0 };
  const outcome: FeedOutcome = { ...counts, written: [], removed: [], leftOut: [], notReady: [], assumed: {} };

  /** Returns whether the file is there now. */
  async function put(name: string, source: string, read: () => Promise<string | Uint8Array | undefined>) {
    const last = before.get(name);
    if (last?.source === source && last.stamp === present.get(name)) outcome.unchanged += 1;
    else {
      const content = await read();
      if (content === undefined) return false;
      await place.write(name, content);
      outcome.written.push(name);
    }
    sources.set(name, source);
    return true;
  }
  const putText = (name: string, text: string) => put(name, hashOf(text), async () => text);

  async function writeManifest(files: Manifest) {
    const text = printManifest(formatName, files);
    if (text !== manifest) await place.write(manifestName, text);
    manifest = text;
  }

  /** Writes the files of photos. Returns what the data say of those that are there. */
  async function putPhotos(photos: Candidate['photos']): Promise<string[]> {
    if (hasAddresses) return photos.map(({ address }) => address);
    const names = photos.map(async ({ name, address }) =>
      (await put(format.photoFolder + name, sourceOf(address), () => job.fetchPhoto(address))) ? [name] : [],
    );
    return (await Promise.all(names)).flat();
  }

  /** @param photoCells what columns of photos say */
  function print([name, cell, required]: Column, animal: FeedAnimal, photoCells: readonly string[]): string {
    const text = cell({ ...animal, photoCells });
    if (text === undefined && required !== undefined && 'otherwise' in required) {
      outcome.assumed[name] = (outcome.assumed[name] ?? 0) + 1;
      return required.otherwise;
    }
    return format.isPortal ? (text ?? '').replaceAll(/[\r\n]+/g, ' ') : (text ?? '');
  }

  const candidates = await findCandidates(job, before, sources);
  const dataName = format.folder + job.name;
  const settings = format.settings && { ...format.settings, name: format.folder + format.settings.name };
  const photoNames = candidates.flatMap(({ photos }) => photos.map(({ name }) => format.photoFolder + name));
  const planned = [dataName, ...(settings ? [settings.name] : []), ...(hasAddresses ? [] : photoNames)];
  const unknown = [...planned, ...sources.keys()].filter((name) => !before.has(name));
  const added = unknown.map((name) => [name, { source: sources.get(name) ?? '', stamp: '' }] as const);
  await writeManifest(new Map([...before, ...added]));

  const rows: string[][] = [];
  for (const { animal, reasons, photos: wanted } of candidates) {
    const photos = await putPhotos(wanted);
    if (reasons.length === 0 && photos.length === 0 && job.needsPhoto) reasons.push('it has no photo');
    if (reasons.length > 0) {
      outcome.leftOut.push({ id: animal.id, name: animal.name, reasons });
      continue;
    }
    const photoCells = hasAddresses || format.namesFiles ? photos : [];
    rows.push(format.columns.map((column) => print(column, animal, photoCells)));
    const missing = missingParts(animal);
    if (missing.length > 0) outcome.notReady.push({ id: animal.id, name: animal.name, missing });
    outcome.animals += 1;
    outcome.photos += photos.length;
  }

  await putText(dataName, stringify([format.columns.map(([name]) => name), ...rows]));
  if (settings !== undefined) await putText(settings.name, settings.text);
  for (const name of before.keys()) {
    if (sources.has(name) || !present.has(name)) continue;
    await place.remove(name);
    outcome.removed.push(name);
  }
  const stamps = outcome.written.length === 0 ? present : await place.list();
  const written = [...sources].map(([name, source]) => [name, { source, stamp: stamps.get(name) ?? '' }] as const);
  await writeManifest(new Map(written));
  return outcome;
}

/** The animals of the feed, with their photos. Notes in `sources` since when their addresses are listed, where portals remember these. */
async function findCandidates(job: FeedJob, before: Manifest, sources: Map<string, string>): Promise<Candidate[]> {
  const { hasAddresses } = job;
  const format: FeedFormat = formats[job.format];
  const candidates: Candidate[] = [];
  for await (const listing of job.listings) {
    const animal = toFeedAnimal(listing, job);
    const reasons = format.columns.flatMap(([, cell, required = {}]) =>
      'missing' in required && cell(animal) === undefined ? [required.missing] : [],
    );
    const max = reasons.length > 0 ? 0 : format.maxPhotos[hasAddresses ? 'addresses' : 'files'];
    const listed = `listed ${listing.id}`;
    if (hasAddresses && format.remembersAddresses && max > 0) {
      sources.set(listed, before.get(listed)?.source ?? job.now.getTime().toString(36));
    }
    const query = sources.has(listed) ? `?listed=${sources.get(listed)}` : '';
    const addresses = listing.photos.slice(0, max).map((photo) => addressOf(photo) + query);
    const photos = addresses.map((address, index) => ({ name: `${listing.id}-${index + 1}.jpg`, address }));
    candidates.push({ animal, reasons, photos });
  }
  return candidates;
}

function toFeedAnimal(listing: PetListing, { format, words, today }: FeedJob): FeedAnimal {
  const { kinds, breeds, ages }: FeedFormat = formats[format];
  const { profile, category } = listing;
  return {
    ...listing,
    kind: kinds && (kindOf(profile.species ?? '', kinds, words) ?? kindOf(category.name ?? '', kinds, words)),
    ...breedsOf(profile.breed ?? '', words, breeds),
    age: ages && ageGroupOf(profile, today, ages),
    photoCells: [],
  };
}

/** What an address has beside the name of the host: the content of such a file never changes. */
function sourceOf(address: string): string {
  return new URL(address).pathname.replace(/^.*(?=\/media\/)/, '');
}

function hashOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** @throws CommandError when there is a feed of another format, whose files would be mixed with those of this one */
function readManifest(text: string, expected: FormatName): Manifest {
  const [format, ...lines] = text.split('\n');
  if (text !== '' && format !== expected) {
    throw unusable(`there is a feed of the format ${format} already; give each feed a place of its own with --to`);
  }
  const files = lines.filter((line) => line !== '').map((line) => line.split('\t'));
  return new Map(files.map(([name = '', source = '', stamp = '']) => [name, { source, stamp }]));
}

function printManifest(format: FormatName, files: Manifest): string {
  const lines = [...files].map(([name, { source, stamp }]) => `${name}\t${source}\t${stamp}\n`);
  return `${format}\n${lines.toSorted().join('')}`;
}
