import { createHash } from 'node:crypto';
import { processImage } from '../../../src/photo-files/decode-image.ts';
import { makePng } from '../../support/data/images.ts';
import type { Client, Pace } from './client.ts';

const animals = 3;
const maxOwn = 4;

interface PhotoBody {
  readonly id: number;
  readonly sources: readonly { readonly url: string }[];
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

/** Some images, and what each of their files must be. The same image is always encoded in the same way. */
async function makeImages(): Promise<{ png: Uint8Array; hashes: ReadonlyMap<string, string> }[]> {
  const colors = [40, 90, 140, 190, 240].map((red) => [red, 255 - red, 80] as const);
  return await Promise.all(
    colors.map(async ([red, green, blue]) => {
      const png = makePng(400, 300, (x, y) => [red, (green + x) % 256, (blue + y) % 256]);
      const { files } = await processImage(png);
      return { png, hashes: new Map(files.map(({ name, bytes }) => [name, hashOf(bytes)])) };
    }),
  );
}

/** Uploads, replaces and removes photos of its own animals, and compares the files that are served with what was uploaded. */
export async function runPhotos(client: Client, { pauseMs, isOver }: Pace): Promise<void> {
  const { random, name } = client;
  const images = await makeImages();
  const own = new Map<number, { photo: PhotoBody; image: number }[]>();
  const removed: string[] = [];
  while (own.size < animals && !isOver()) {
    const label = `${name}-${own.size}`;
    const { id } = await client.insist({ kind: 'create', name: label, categoryId: 2, key: label });
    if (id === undefined) return;
    own.set(id, []);
  }
  const listOf = (petId: number) => `/v1/pets/${petId}/photos`;
  const stateOf = (photos: readonly { image: number }[]) => photos.map(({ image }) => image).join(' ');

  /** Which image a photo is by all of its files; `undefined` if one of them is not answered. */
  async function identify({ sources }: PhotoBody): Promise<string | undefined> {
    const seen = new Set<string>();
    for (const path of sources.map(pathOf)) {
      const reply = await client.get(path);
      if (reply === undefined) return undefined;
      const file = path.slice(path.lastIndexOf('/') + 1);
      seen.add(String(images.findIndex(({ hashes }) => hashes.get(file) === hashOf(reply.bytes))));
    }
    return [...seen].join('+');
  }

  const look = (petId: number) => async () => {
    const reply = await client.get(listOf(petId));
    if (reply === undefined) return undefined;
    const seen: string[] = [];
    for (const photo of JSON.parse(reply.body) as PhotoBody[]) {
      const image = await identify(photo);
      if (image === undefined) return undefined;
      seen.push(image);
    }
    return seen.join(' ');
  };
  const lookAtFile = (path: string) => async () => {
    const reply = await client.get(path, [200, 410]);
    return reply && (reply.status === 410 ? '' : 'served');
  };

  /** Returns whether the outcome is known, so that the animal can be changed again. */
  async function upload(petId: number, photos: { photo: PhotoBody; image: number }[]): Promise<boolean> {
    const image = random.integer(0, images.length - 1);
    const body = images[image]?.png ?? new Uint8Array();
    const sent = { method: 'POST', path: listOf(petId), headers: { 'Content-Type': 'image/png' }, body };
    const made = await client.set({ [listOf(petId)]: stateOf([...photos, { image }]) }, sent);
    if (made !== undefined) photos.push({ photo: JSON.parse(made) as PhotoBody, image });
    return made !== undefined;
  }

  async function remove(petId: number, photos: { photo: PhotoBody; image: number }[]): Promise<boolean> {
    const { photo } = random.pick(photos);
    const rest = photos.filter((one) => one.photo !== photo);
    const sent = { method: 'DELETE', path: `${listOf(petId)}/${photo.id}` };
    if ((await client.set({ [listOf(petId)]: stateOf(rest) }, sent)) === undefined) return false;
    own.set(petId, rest);
    removed.push(...photo.sources.map(pathOf));
    return true;
  }

  const changed = new Set(own.keys());
  while (!isOver() && changed.size > 0) {
    const petId = random.pick([...changed]);
    const photos = own.get(petId) ?? [];
    const isFull = photos.length === maxOwn || (photos.length > 0 && random.chance(0.4));
    if (!(await (isFull ? remove : upload)(petId, photos))) changed.delete(petId);
    if (random.chance(0.5)) await client.see('photos', listOf(petId), look(petId));
    const file = removed.at(-1);
    if (file !== undefined) await client.see('photos', file, lookAtFile(file));
    await Bun.sleep(random.between(100, 400) + pauseMs);
  }
  for (const petId of own.keys()) await client.seeAtLast('photos', listOf(petId), look(petId));
  for (const file of removed) await client.seeAtLast('photos', file, lookAtFile(file));
}
