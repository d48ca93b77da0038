import { makePng } from '../tests/support/data/images.ts';
import { animalAt, names } from './fill.ts';
import type { Server } from './server.ts';

const connections = 64;
const timeoutMs = 300_000;
const breeds = ['Beagle', 'Siamese', 'Labrador Retriever', 'Domestic Shorthair', 'German Shepherd', 'Lionhead'];

/** Adds animals with profiles through the interface, and a photo of the first one. */
export async function seedListings(server: Server, animals: number): Promise<void> {
  let next = 0;
  const addInTurn = async () => {
    while (next < animals) await post(server, '/v1/listings', JSON.stringify(listingAt(next++)), 'application/json');
  };
  await Promise.all(Array.from({ length: connections }, addInTurn));
  const photo = makePng(1_280, 960, (x, y) => [(x * y) % 256, (x ^ y) % 256, (x + y) % 256]);
  await post(server, '/v1/pets/1/photos', Uint8Array.from(photo), 'image/png');
}

async function post({ place }: Server, path: string, body: string | Uint8Array<ArrayBuffer>, type: string) {
  const headers = { Authorization: `Bearer ${place.apiKey}`, 'Content-Type': type };
  const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) };
  const response = await fetch(`http://${place.host}:${place.port}${path}`, init);
  if (response.status !== 201) throw new Error(`seeding: ${response.status} ${await response.text()}`);
}

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
