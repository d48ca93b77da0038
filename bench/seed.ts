import { makePng } from '../tests/support/data/images.ts';
import type { IdRange } from './load/load.ts';
import type { Server } from './server.ts';

const connections = 64;
const timeoutMs = 300_000;
export const categoryCount = 20;
export const names = ['Bella', 'Max', 'Luna', 'Charlie', 'Lucy', 'Cooper', 'Daisy', 'Milo', 'Nala', 'Rocky'];
// Three in five are available: a shelter's catalogue, not an archive.
export const statuses = ['available', 'available', 'available', 'pending', 'sold'];

/** Adds animals through the interface. */
export function seed(server: Server, animals: number): Promise<IdRange> {
  return addAll(server, animals, (index) => ['/v1/pets', animalAt(index)]);
}

/** Adds animals with profiles, and a photo of the first one. */
export async function seedListings(server: Server, animals: number): Promise<IdRange> {
  const ids = await addAll(server, animals, (index) => ['/v1/listings', listingAt(index)]);
  const photo = makePng(1_280, 960, (x, y) => [(x * y) % 256, (x ^ y) % 256, (x + y) % 256]);
  await post(server, `/v1/pets/${ids.first}/photos`, Uint8Array.from(photo), 'image/png');
  return ids;
}

async function addAll(
  server: Server,
  animals: number,
  requestOf: (index: number) => readonly [path: string, body: object],
): Promise<IdRange> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ids: number[] = [];
  let next = 0;
  const addInTurn = async () => {
    while (next < animals) {
      const [path, body] = requestOf(next);
      next += 1;
      ids.push(await post(server, path, JSON.stringify(body), 'application/json', signal));
    }
  };
  await Promise.all(Array.from({ length: connections }, addInTurn));
  return rangeOf(ids, server.target.name);
}

async function post(
  { place }: Server,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  signal = AbortSignal.timeout(timeoutMs),
): Promise<number> {
  const response = await fetch(`http://${place.host}:${place.port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${place.apiKey}`, 'Content-Type': type },
    body,
    signal,
  });
  if (response.status !== 201) throw new Error(`seeding: ${response.status} ${await response.text()}`);
  const added: { id: number } = JSON.parse(await response.text());
  return added.id;
}

/** What is added; `index` counts from 0. */
export function animalAt(index: number) {
  return {
    name: `${names[index % names.length]} ${index + 1}`,
    categoryId: 1 + (index % categoryCount),
    status: statuses[index % statuses.length],
  };
}

const breeds = ['Beagle', 'Siamese', 'Labrador Retriever', 'Domestic Shorthair', 'German Shepherd', 'Lionhead'];

/** The same with a profile. */
function listingAt(index: number) {
  return {
    ...animalAt(index),
    profile: {
      description: `${names[index % names.length]} came to us as a stray, likes long walks, and is looking for a quiet home.`,
      species: index % 2 === 0 ? 'Dog' : 'Cat',
      breed: breeds[index % breeds.length],
      color: 'brown and white',
      sex: index % 2 === 0 ? 'female' : 'male',
      size: 'medium',
      birthDate: '2022-05-01',
      birthDatePrecision: 'month',
      neutered: true,
      vaccinated: true,
      goodWith: { children: true, dogs: index % 3 === 0 },
      tags: ['calm', 'house-trained'],
      fee: { amountMinor: 12_500, currency: 'EUR' },
      reference: `A${index}`,
    },
  };
}

function rangeOf(ids: readonly number[], name: string): IdRange {
  const range = ids.reduce(({ first, last }, id) => ({ first: Math.min(first, id), last: Math.max(last, id) }), {
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
  });
  if (range.last - range.first + 1 !== ids.length) throw new Error(`${name} leaves gaps between the ids it gives`);
  return range;
}
