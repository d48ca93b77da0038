import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../client/transport/json.ts';
import { presetKey } from '../../src/access/keys/rules.ts';
import { createPerson } from '../../src/access/people/operations.ts';
import { updateShelter } from '../../src/access/shelter/operations.ts';
import { putCategory } from '../../src/animals/categories/operations.ts';
import { createListing } from '../../src/animals/listings/operations.ts';
import { updatePet } from '../../src/animals/pets/operations.ts';
import { addPhoto } from '../../src/animals/photos/operations.ts';
import { updateProfile } from '../../src/animals/profiles/operations.ts';
import type { JsonOperation, UploadOperation } from '../../src/api/operation.ts';
import type { Config } from '../../src/config/config.ts';
import { createInquiry } from '../../src/homes/inquiries/operations.ts';
import { cancelOrder, completeOrder, placeOrder, returnPet } from '../../src/homes/orders/operations.ts';
import { describeSecret } from '../../src/lib/key-format.ts';
import type { Log } from '../../src/lib/log.ts';
import { Semaphore } from '../../src/lib/semaphore.ts';
import { consoleFolder } from '../../src/lib/system/program-files.ts';
import { dayMs, hourMs } from '../../src/lib/timestamp.ts';
import { type ProcessedImage, processImage } from '../../src/photo-files/decode-image.ts';
import { PhotoKeys } from '../../src/photo-files/photo-key.ts';
import type { PhotoStore } from '../../src/photo-files/photo-store.ts';
import { prepareCursorSecret, prepareDatabaseId } from '../../src/server/first-values.ts';
import { openPhotoStore, preparePhotoStore } from '../../src/server/photo-storage.ts';
import { prepareTimeZone } from '../../src/server/shelter-zone.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { DemoAnimal } from './invent-animals.ts';
import { type DemoLife, historyBegin, historyDays, planHistory } from './plan-history.ts';
import { Random } from './seeded-random.ts';
import { pictureFile, species, visitors } from './species.ts';

export interface DemoContent {
  animals: number;
  photos: number;
  orders: number;
}

const seed = 20_261;
const photosAtOneTime = 8;
const staff = ['Ana Example', 'Ben Example', 'Chiara Example'];

/** One write of the history. Steps with the same life need the ones before. */
interface Step {
  at: number;
  life?: DemoLife;
  run(at: number): Promise<void>;
}

/**
 * Writes a history of nearly a year into a new database: with the commands of the operations, which take the time as input. So
 * events, statistics and times are as if the service had run for as long.
 */
export async function seedDemo(config: Config, apiKey: string, now: number, log: Log): Promise<DemoContent> {
  await using store = await openStore(config.databaseUrl);
  await prepareTimeZone(store, undefined, now);
  const lives = planHistory(new Random(seed), now);
  const writer = await openWriter(store, apiKey, now - (historyDays + 1) * dayMs);
  const photos = await preparePhotos(lives, store, config, log);
  const steps = stepsOf(lives, photos, writer, now);
  await writer(updateShelter, historyBegin(now), {}, { currency: 'EUR' });
  for (const name of staff) await writer(createPerson, historyBegin(now), {}, { name, role: 'staff' });
  await runSteps(steps);
  return {
    animals: lives.length,
    photos: photos.size,
    orders: lives.filter(({ order }) => order !== undefined).length,
  };
}

/** Carries an operation out at a time (epoch milliseconds), and gives the id of its resource; 0 if it has none. */
type Write = (
  operation: JsonOperation | UploadOperation,
  at: number,
  path: Record<string, bigint>,
  body?: unknown,
) => Promise<bigint>;

async function openWriter(store: Store, apiKey: string, createdAt: number): Promise<Write> {
  const { secretHash, hint } = describeSecret(apiKey);
  const newKey = { name: 'demo', grants: 'admin', hint, secretHash, createdAt: BigInt(createdAt), expiresAt: null };
  const { key } = await store.write(presetKey, newKey);
  return async (operation, at, path, body) => {
    const caller = { now: BigInt(at), callerId: key.id, callerHash: secretHash, origin: '' };
    const { body: text } = await store.write(operation.command, { path, body, query: {}, ...caller });
    const resource = parseJson(text);
    const hasId = typeof resource === 'object' && resource !== null && 'id' in resource;
    return hasId && typeof resource.id === 'bigint' ? resource.id : 0n;
  };
}

function stepsOf(
  lives: readonly DemoLife[],
  photos: ReadonlyMap<DemoLife, unknown>,
  write: Write,
  now: number,
): Step[] {
  const steps: Step[] = species.map(({ categoryId, category }) => ({
    at: historyBegin(now),
    run: async (at) => void (await write(putCategory, at, { categoryId }, { name: category })),
  }));
  for (const life of lives) {
    const { animal, order, departure, askedAt } = life;
    let [petId, orderId] = [0n, 0n];
    const add = (at: number | undefined, run: Step['run']) => {
      if (at !== undefined) steps.push({ at: Math.min(at, now), life, run });
    };
    add(animal.arrivedAt, async (at) => {
      const { name, profile } = animal;
      petId = await write(createListing, at, {}, { name, categoryId: animal.species.categoryId, profile });
    });
    if (photos.has(life)) {
      add(animal.arrivedAt + hourMs, async (at) => void (await write(addPhoto, at, { petId }, photos.get(life))));
    }
    add(order?.placedAt, async (at) => {
      orderId = await write(placeOrder, at, {}, { petId });
    });
    const end = order?.end?.outcome === 'cancelled' ? cancelOrder : completeOrder;
    add(order?.end?.at, async (at) => void (await write(end, at, { orderId })));
    add(order?.returnedAt, async (at) => void (await write(returnPet, at, { orderId }, {})));
    add(departure?.at, async (at) => {
      await write(updatePet, at, { petId }, { status: 'sold' });
      await write(updateProfile, at, { petId }, { outcomeType: departure?.type });
    });
    add(askedAt, async (at) => void (await write(createInquiry, at, {}, { petId, ...inquiryAbout(animal) })));
  }
  return steps.toSorted((one, other) => one.at - other.at);
}

function inquiryAbout({ name, profile }: DemoAnimal) {
  const visitor = visitors[Number(profile.reference?.slice(-1)) % visitors.length] ?? visitors[0];
  return {
    name: visitor,
    email: `${visitor.split(' ')[0]?.toLowerCase()}@example.org`,
    message: `Hello, is ${name} still looking for a home? We could come on Saturday.`,
  };
}

/** Runs steps in their order, together those that do not need each other, so that they share commits. */
async function runSteps(steps: readonly Step[]): Promise<void> {
  let together: Step[] = [];
  const flush = async () => {
    await Promise.all(together.map(({ run, at }) => run(at)));
    together = [];
  };
  for (const step of steps) {
    if (together.some(({ life }) => life === step.life && life !== undefined)) await flush();
    together.push(step);
  }
  await flush();
}

/** Stores for each animal the files of a picture of its kind and color. */
async function preparePhotos(
  lives: readonly DemoLife[],
  store: Store,
  config: Config,
  log: Log,
): Promise<ReadonlyMap<DemoLife, unknown>> {
  const files = openPhotoStore(config.media);
  if (files === undefined) return new Map();
  await preparePhotoStore(files, await prepareDatabaseId(store), config, log);
  const keys = new PhotoKeys(await prepareCursorSecret(store));
  const pictures = new Map<string, Promise<ProcessedImage>>();
  const turns = new Semaphore(photosAtOneTime);
  const photos = lives.map(async (life, index) => {
    const { profile, species: kind } = life.animal;
    const file = pictureFile(kind, profile.color, index);
    const picture = pictures.get(file) ?? readPicture(file);
    pictures.set(file, picture);
    using _turn = await turns.acquire();
    return [life, await storePicture(await picture, keys, files)] as const;
  });
  return new Map(await Promise.all(photos));
}

/** The build of the console has the files in `pictures`. */
function readPicture(file: string): Promise<ProcessedImage> {
  return processImage(readFileSync(join(consoleFolder, 'demo', file)));
}

async function storePicture({ files, width, height, ...rest }: ProcessedImage, keys: PhotoKeys, store: PhotoStore) {
  const mediaKey = keys.issue();
  await store.put(mediaKey, files);
  return { mediaKey, width: BigInt(width), height: BigInt(height), ...rest };
}
