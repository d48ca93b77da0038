import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { parse } from 'csv-parse/sync';
import { type Client, PetstoreError } from '../../client/index.ts';
import { interfaceUrl } from '../../client/transport/base-url.ts';
import { type SendSettings, sendWithRetry } from '../../client/transport/send-with-retry.ts';
import { dayMs } from '../../contract/limits.ts';
import { timeZone } from '../../contract/time-zone.ts';
import { errorCodeOf } from '../../src/lib/errors.ts';
import { describeBucketError } from '../../src/photo-files/bucket-store.ts';
import { CommandError, explainUnreadable, unusable } from '../exit.ts';
import { readBucket } from '../operator/media.ts';
import { jsonOption } from '../options.ts';
import { printJson } from '../output.ts';
import { addServiceOptions, type ConnectionOptions, connect, explainFailure, readServer } from './connection.ts';
import { type FormatName, formats } from './feed/formats.ts';
import type { OwnWords } from './feed/kinds.ts';
import { type FeedOutcome, makeFeed } from './feed/make-feed.ts';
import { bucketPlace, folderPlace } from './feed/places.ts';

interface FeedOptions extends ConnectionOptions {
  format: FormatName;
  to: string;
  name: string;
  photoAddresses?: boolean;
  withoutPhotos?: boolean;
  words?: string;
  json?: boolean;
}

const examples = `
The key must be a public one: it sees what the public may see. In the place, files that have not changed stay as they are,
and those of animals that are gone are removed. Each feed needs a place of its own, which a timer can bring up to date and a
program for SFTP pass on: see docs/feeds.md.

Examples:
  petstore feed --format petfinder --name CA123 --to feeds/petfinder
  petstore feed --format rescuegroups --words words.csv --to s3://feeds/rescuegroups`;

export function feedCommand(): Command {
  const format = new Option('--format <format>', 'whose format').choices(Object.keys(formats)).makeOptionMandatory();
  const command = new Command('feed')
    .description('write the public animals with their photos for a portal')
    .addOption(format)
    .requiredOption('--to <place>', 'a folder, or s3://BUCKET/PREFIX')
    .option('--name <name>', 'name of the data file, as the portal wants it', 'pets.csv')
    .option('--photo-addresses', 'name the addresses of photos instead of writing their files')
    .option('--without-photos', 'also write animals without a photo, which portals do not show well')
    .option('--words <file>', 'CSV without a header: a breed or species of yours, and what the portal calls it')
    .option(...jsonOption)
    .addHelpText('after', examples);
  return addServiceOptions(command).action(feed);
}

async function feed(options: FeedOptions): Promise<void> {
  const { format, to, name, photoAddresses: hasAddresses = false } = options;
  if (!/^\w[\w.-]*$/.test(name))
    throw unusable('--name must be a file name of letters, digits and the characters . _ -');
  const client = connect(options);
  const server = readServer(options);
  const bucket = readBucket(to);
  const words = options.words === undefined ? new Map() : readWords(options.words);
  try {
    await requirePublicKey(client);
    const { timeZone: zone } = await client.shelter.get();
    const now = new Date();
    const outcome = await makeFeed({
      format,
      place: bucket === undefined ? folderPlace(to) : bucketPlace(bucket),
      listings: client.listings.list(),
      fetchPhoto: (address) => fetchPhoto(address, server),
      name,
      hasAddresses,
      needsPhoto: formats[format].isPortal && options.withoutPhotos !== true,
      words,
      now,
      today: new Date(Number(timeZone(zone).dayOf(now.getTime())) * dayMs),
    });
    if (options.json) printJson({ format, to, ...outcome });
    else process.stdout.write(report(outcome));
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    const isOfPlace = !(error instanceof PetstoreError) && errorCodeOf(error) !== undefined;
    const reason = isOfPlace ? `${to} cannot be written: ${describeBucketError(error)}` : explainFailure(error);
    throw new CommandError(`the feed is not up to date. ${reason}`);
  }
}

/** Other keys see more than the public may. Only to a public key the service refuses this operation. @throws CommandError */
async function requirePublicKey(client: Client): Promise<void> {
  try {
    await client.keys.self();
  } catch (error) {
    if (error instanceof PetstoreError && error.code === 'insufficient_scope') return;
    throw error;
  }
  throw unusable(
    'a feed needs a public API key, which sees what the public may see; ' +
      '"petstore keys create --name feeds --role public --origin https://shelter.example.org" makes one',
  );
}

/** The body is read here, so that a connection that breaks or hangs in the middle of it is retried, too. */
const wholeResponses: SendSettings = {
  async fetch(url, init) {
    const response = await fetch(url, init);
    return new Response(await response.arrayBuffer(), response);
  },
  timeoutMs: 30_000,
  retryPolicy: { kind: 'time', retryForMs: 30_000 },
};

/**
 * The file of a photo, from the service that this command calls: its public address may be out of reach from here.
 * `undefined` when the photo was removed.
 * @throws CommandError, NoAnswerError when it cannot be read
 */
async function fetchPhoto(address: string, server: string): Promise<Uint8Array | undefined> {
  const [path] = /\/media\/[^/]+\/[^/]+$/.exec(address) ?? [];
  const url = path === undefined ? address : interfaceUrl(server).replace(/\/v1$/, path);
  const get = { url, init: { method: 'GET' }, idempotencyKey: undefined, isStream: true, signal: undefined };
  const { response } = await sendWithRetry(wholeResponses, get);
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  if (response.status === 404 || response.status === 410) return undefined;
  throw new CommandError(`the feed is not up to date. ${url} has responded with ${response.status}`);
}

/** @throws CommandError when the file cannot be read */
function readWords(path: string): OwnWords {
  try {
    const rows: string[][] = parse(readFileSync(path, 'utf8'), { bom: true, trim: true, skipEmptyLines: true });
    return new Map(rows.map(([own = '', portal = '']) => [own.toLowerCase(), portal]));
  } catch (error) {
    const reason = explainUnreadable(error, path);
    if (reason !== error || !(error instanceof Error)) throw reason;
    throw unusable(`${path} is no CSV file: ${error.message}`);
  }
}

const maxNamed = 10;

/** For each reason how many animals there are, and the first of them. */
function linesFor(found: readonly { id: bigint; whys: readonly string[] }[]): string[] {
  return [...new Set(found.flatMap(({ whys }) => whys))].map((why) => {
    const ids = found.filter(({ whys }) => whys.includes(why)).map(({ id }) => String(id));
    const more = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
    return `  ${ids.length} ${why}: ${ids.slice(0, maxNamed).join(', ')}${more}\n`;
  });
}

function report({ animals, photos, written, removed, unchanged, leftOut, notReady, assumed }: FeedOutcome): string {
  const reasons = linesFor(
    leftOut.map(({ id, reasons }) => ({ id, whys: reasons.map((reason) => `because ${reason}`) })),
  );
  const lacks = linesFor(notReady.map(({ id, missing }) => ({ id, whys: missing.map((part) => `without ${part}`) })));
  const guesses = Object.entries(assumed).map(
    ([column, animals]) => `  ${column} of ${animals} is not known, but required\n`,
  );
  return [
    `animals        ${animals}\n`,
    ...lacks,
    ...guesses,
    `photos         ${photos}\nleft out       ${leftOut.length}\n`,
    ...reasons,
    `files written  ${written.length}, removed ${removed.length}, unchanged ${unchanged}\n`,
  ].join('');
}
