import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { collectFiles, removeFiles } from '../../../src/animals/photos/jobs.ts';
import { dayMs } from '../../../src/lib/timestamp.ts';
import { PhotoKeys } from '../../../src/photo-files/photo-key.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { EventBody } from '../../support/data/events.ts';
import { makePng } from '../../support/data/images.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';

interface PhotoBody {
  id: number;
  petId: number;
  position: number;
  alternativeText: string;
  width: number;
  height: number;
  sources: { url: string; type: string; width: number; height: number }[];
  createdAt: string;
}

let service: TestApp;
const photo = makePng(330, 20, (x) => [x & 255, 100, 50]);
const png = { 'Content-Type': 'image/png' };

async function addPet(): Promise<number> {
  return (await bodyOf<PetBody>(await service.post('/v1/pets', '{"name":"Frank","categoryId":3}'))).id;
}

const upload = (petId: number, bytes: Uint8Array = photo, headers: Record<string, string> = png) =>
  service.post(`/v1/pets/${petId}/photos`, bytes, headers);
const add = async (petId: number) => await bodyOf<PhotoBody>(await upload(petId));
const list = async (petId: number) => await bodyOf<PhotoBody[]>(await service.fetch(`/v1/pets/${petId}/photos`));
const idsOf = async (petId: number) => (await list(petId)).map(({ id }) => id);
const change = (petId: number, id: number, body: object, headers = {}) =>
  service.send('PATCH', `/v1/pets/${petId}/photos/${id}`, body, headers);
const remove = (path: string, headers = {}) => service.fetch(path, { method: 'DELETE', headers });
/** Reads a file as a browser does, without a key. */
const read = async (url: string, init: RequestInit = {}) => await service.app.fetch(new Request(url, init));
const statusesOf = async ({ sources }: PhotoBody) =>
  await Promise.all(sources.map(async ({ url }) => (await read(url)).status));

const signal = new AbortController().signal;
const jobs = () => ({
  store: service.store,
  files: service.photoStore,
  keys: new PhotoKeys('a secret of the test'),
  log: { debug() {}, info() {}, warn() {}, error() {} },
  clock: Date.now,
});

const storedKeys = async () =>
  (await Array.fromAsync(service.photoStore.list())).map(({ mediaKey }) => mediaKey).sort();

const keyOf = ({ sources: [source] }: PhotoBody) => source?.url.split('/').at(-2) ?? '';

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('adds a photo, and serves its files to everybody', async () => {
    const petId = await addPet();
    const response = await upload(petId);
    const added = await bodyOf<PhotoBody>(response);
    expect(response.status).toBe(201);
    expect(response.headers.get('Location')).toEndWith(`/v1/pets/${petId}/photos/${added.id}`);
    expect(added).toMatchObject({ petId, position: 0, alternativeText: '', width: 330, height: 20 });
    expect(added.createdAt).toBe(new Date(service.now).toISOString());
    expect(added.sources.map(({ url, ...rest }) => ({ name: url.split('/').at(-1), ...rest }))).toEqual([
      { name: '320.webp', type: 'image/webp', width: 320, height: 19 },
      { name: '320.jpg', type: 'image/jpeg', width: 320, height: 19 },
      { name: '330.webp', type: 'image/webp', width: 330, height: 20 },
      { name: '330.jpg', type: 'image/jpeg', width: 330, height: 20 },
    ]);
    for (const { url, type, width, height } of added.sources) {
      const file = await read(url);
      expect([file.status, file.headers.get('Content-Type')]).toEqual([200, type]);
      expect(file.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(file.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(file.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
      expect(await new Bun.Image(await file.arrayBuffer()).metadata()).toMatchObject({ width, height });
      const etag = file.headers.get('ETag') ?? '';
      expect((await read(url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
      expect((await read(url, { method: 'POST' })).status).toBe(405);
      const head = await read(url, { method: 'HEAD', headers: { Range: 'bytes=0-9' } });
      expect([head.status, head.headers.get('Accept-Ranges')]).toEqual([200, 'bytes']);
    }
    expect(await list(petId)).toEqual([added]);
    const single = await service.fetch(`/v1/pets/${petId}/photos/${added.id}`);
    expect(await bodyOf<PhotoBody>(single)).toEqual(added);
    expect(single.headers.get('ETag')).toBe(response.headers.get('ETag') ?? '');
  });

  test('tells that the photos of an animal have changed', async () => {
    const petId = await addPet();
    const { id } = await add(petId);
    const same = { alternativeText: 'Frank', focalPoint: { x: 0, y: 100 } };
    await change(petId, id, same);
    await change(petId, id, same);
    await remove(`/v1/pets/${petId}/photos/${id}`);
    await service.untilSettled();
    const events = await bodyOf<EventBody[]>(await service.fetch('/v1/events?limit=100'));
    const ofPet = events.filter((event) => event.petId === petId);
    expect(ofPet.map(({ type }) => type)).toEqual(['pet.created', ...Array(3).fill('pet.photos_changed')]);
    expect(ofPet.at(-1)?.pet).toEqual({ id: petId, name: 'Frank', categoryId: 3, status: 'available' });
  });

  test('moves a photo, and the others make room', async () => {
    const petId = await addPet();
    const ids = [(await add(petId)).id, (await add(petId)).id, (await add(petId)).id, (await add(petId)).id];
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    expect(await bodyOf<PhotoBody>(await change(petId, d, { position: 0 }))).toMatchObject({ id: d, position: 0 });
    expect(await idsOf(petId)).toEqual([d, a, b, c]);
    expect(await bodyOf<PhotoBody>(await change(petId, d, { position: 23 }))).toMatchObject({ id: d, position: 3 });
    expect(await idsOf(petId)).toEqual([a, b, c, d]);
    const focalPoint = { x: 40, y: 25 };
    await change(petId, a, { focalPoint });
    await change(petId, a, { position: 2, alternativeText: 'Asleep' });
    expect((await list(petId))[2]).toMatchObject({ id: a, focalPoint });
    expect(await bodyOf<PhotoBody>(await change(petId, a, { focalPoint: null }))).not.toHaveProperty('focalPoint');
    expect(await idsOf(petId)).toEqual([b, c, a, d]);
    const shown = (await list(petId)).map(({ position, alternativeText }) => `${position} ${alternativeText}`);
    expect(shown).toEqual(['0 ', '1 ', '2 Asleep', '3 ']);
    expect((await remove(`/v1/pets/${petId}/photos/${c}`)).status).toBe(204);
    expect((await list(petId)).map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(await idsOf(petId)).toEqual([b, a, d]);
  });

  test('changes and removes a photo only as it was when it was read', async () => {
    const petId = await addPet();
    const { id } = await add(petId);
    const path = `/v1/pets/${petId}/photos/${id}`;
    const etag = (await service.fetch(path)).headers.get('ETag') ?? '';
    const changed = await change(petId, id, { alternativeText: 'Frank' }, { 'If-Match': etag });
    expect(changed.status).toBe(200);
    expect(await refusal(await remove(path, { 'If-Match': etag }))).toBe('412 precondition_failed');
    expect((await remove(path, { 'If-Match': changed.headers.get('ETag') ?? '' })).status).toBe(204);
    expect(await refusal(await service.fetch(path))).toBe('404 photo_not_found');
    expect(await refusal(await change(petId, id, {}))).toBe('404 photo_not_found');
  });

  test('knows a photo only under its animal', async () => {
    const [petId, other] = [await addPet(), await addPet()];
    const { id } = await add(petId);
    expect(await refusal(await service.fetch(`/v1/pets/${other}/photos/${id}`))).toBe('404 photo_not_found');
    expect(await refusal(await remove(`/v1/pets/${other}/photos/${id}`))).toBe('404 photo_not_found');
    expect(await list(other)).toEqual([]);
    expect(await refusal(await service.fetch('/v1/pets/4711/photos'))).toBe('404 pet_not_found');
    expect(await refusal(await upload(4711))).toBe('404 pet_not_found');
    // A collection must not exist, or have a version that it never has. That of an animal exists.
    const before = await storedKeys();
    for (const precondition of [{ 'If-None-Match': '*' }, { 'If-Match': '"one"' }]) {
      const conditional = { ...png, ...precondition };
      expect(await refusal(await upload(4711, photo, conditional))).toBe('404 pet_not_found');
      expect(await refusal(await upload(petId, photo, conditional))).toBe('412 precondition_failed');
    }
    expect(await storedKeys()).toEqual(before);
  });

  test('responds with 410 to the addresses of a removed photo at once, and later removes its files', async () => {
    const petId = await addPet();
    const [first, second] = [await add(petId), await add(petId)];
    await remove(`/v1/pets/${petId}/photos/${first.id}`);
    expect(await statusesOf(first)).toEqual([410, 410, 410, 410]);
    expect(await statusesOf(second)).toEqual([200, 200, 200, 200]);
    expect((await remove(`/v1/pets/${petId}`)).status).toBe(204);
    expect(await statusesOf(second)).toEqual([410, 410, 410, 410]);
    const [{ url } = { url: '' }] = second.sources;
    expect(await refusal(await read(url))).toBe('410 photo_removed');
    expect(await storedKeys()).toEqual(expect.arrayContaining([keyOf(first), keyOf(second)]));
    await removeFiles(jobs(), signal);
    expect(await storedKeys()).not.toContain(keyOf(first));
    expect(await storedKeys()).not.toContain(keyOf(second));
    expect(await statusesOf(second)).toEqual([410, 410, 410, 410]);
  });

  test('a damaged row removes no other files, and does not keep those of other photos from being removed', async () => {
    const petId = await addPet();
    const removed = await add(petId);
    const theirs = join(service.photoStore.location, 'theirs');
    mkdirSync(theirs);
    const rows = ['', 'x/../../theirs'].map((key) => `('${key}', 1)`);
    const { database } = service;
    await database.run(`INSERT INTO removed_media (media_key, removed_at) VALUES ${rows.join()}`);
    await remove(`/v1/pets/${petId}/photos/${removed.id}`);
    const warnings: unknown[] = [];
    const log = { ...jobs().log, warn: (_: string, fields: unknown) => void warnings.push(fields) };
    await removeFiles({ ...jobs(), log }, signal);
    expect(existsSync(theirs)).toBe(true);
    expect(await storedKeys()).not.toContain(keyOf(removed));
    expect(warnings).toEqual([{ mediaKey: '' }, { mediaKey: 'x/../../theirs' }]);
    expect(await database.run('SELECT media_key FROM removed_media')).toEqual([]);
  });

  test('an animal has at most 24 photos, also when more are added at the same time', async () => {
    const petId = await addPet();
    const tiny = makePng(2, 2, () => [1, 2, 3]);
    const headers = { ...png, 'Content-Length': String(tiny.length) };
    for (let count = 0; count < 20; count++) expect((await upload(petId, tiny)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(petId, tiny, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(201), ...Array(4).fill(409)]);
    expect((await list(petId)).map(({ position }) => position)).toEqual([...Array(24).keys()]);
    expect(await refusal(await upload(petId, tiny))).toBe('409 too_many_photos');
  });

  test('collects files without a photo after an hour, and nothing else', async () => {
    const kept = await add(await addPet());
    const keys = new PhotoKeys('a secret of the test');
    const [old, young, foreign] = [keys.issue(), keys.issue(), new PhotoKeys('another installation').issue()];
    for (const mediaKey of [old, young, foreign]) {
      await service.photoStore.put(mediaKey, [{ name: '320.webp', bytes: photo }]);
    }
    const hoursAgo = Date.now() / 1_000 - 2 * 3_600;
    for (const mediaKey of [old, foreign, keyOf(kept)]) {
      utimesSync(join(service.photoStore.location, mediaKey.slice(0, 2), mediaKey), hoursAgo, hoursAgo);
    }
    await collectFiles(jobs(), signal);
    const left = await storedKeys();
    expect(left).toEqual(expect.arrayContaining([young, foreign, keyOf(kept)]));
    expect(left).not.toContain(old);
  });

  onOneEngine(engine, () => {
    test('responds with 404 to addresses that it has never issued', async () => {
      const added = await add(await addPet());
      const [{ url } = { url: '' }] = added.sources;
      const unknown = [
        url.replace(keyOf(added), new PhotoKeys('another installation').issue()),
        url.replace('320.webp', '640.webp'),
        url.replace('320.webp', '320.png'),
        url.replace('320.webp', ''),
        url.replace('320.webp', '..%2f320.webp'),
        url.replace('/media/', '/media/../'),
      ];
      for (const address of unknown) expect([address, (await read(address)).status]).toEqual([address, 404]);
    });

    test('takes an image for what its bytes are, whichever type of image a client says', async () => {
      const added = await upload(await addPet(), photo, { 'Content-Type': 'image/jpeg' });
      expect([added.status, await added.json()]).toMatchObject([201, { width: 330, height: 20 }]);
    });

    test('rejects what is no image, and what is damaged', async () => {
      const petId = await addPet();
      const heic = await bodyOf<{ message: string }>(await upload(petId, photo, { 'Content-Type': 'image/heic' }));
      expect(heic.message).toEndWith(
        ' or image/gif. Save it as JPEG; an iPhone takes JPEG with Settings, Camera, Formats, Most Compatible.',
      );
      expect(await refusal(await upload(petId, Buffer.from('<svg/>')))).toBe('415 unsupported_media_type');
      expect(await refusal(await upload(petId, photo.subarray(0, -30)))).toBe('400 invalid_image');
      expect(await refusal(await upload(petId, new Uint8Array()))).toBe('400 invalid_image');
      expect(await list(petId)).toEqual([]);
    });

    test('rejects a position beyond the last, and what cannot be changed', async () => {
      const petId = await addPet();
      const { id } = await add(petId);
      for (const body of [
        { position: 24 },
        { position: -1 },
        { alternativeText: 'x\u0000' },
        { width: 1 },
        { focalPoint: { x: 101, y: 0 } },
      ]) {
        expect(await refusal(await change(petId, id, body))).toBe('400 validation_failed');
      }
    });

    test('a part that a file does not have is an error that no cache keeps', async () => {
      const [{ url } = { url: '' }] = (await add(await addPet())).sources;
      const size = (await (await read(url)).arrayBuffer()).byteLength;
      for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 9}`, 'bytes=-0']) {
        const refused = await read(url, { headers: { Range: range } });
        const { headers: told } = refused;
        const headers = ['Content-Range', 'Cache-Control', 'ETag', 'Content-Type'].map((name) => told.get(name));
        expect([range, ...headers]).toEqual([range, `bytes */${size}`, 'no-store', null, 'application/json']);
        expect(await refusal(refused)).toBe('416 range_not_satisfiable');
        expect((await read(url, { method: 'HEAD', headers: { Range: range } })).status).toBe(200);
      }
      for (const range of [`bytes=${size - 1}-`, 'bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2']) {
        expect((await read(url, { headers: { Range: range } })).status).toBe(200);
      }
    });

    test('keeps files from before a restore for 30 days', async () => {
      const mediaKey = new PhotoKeys('a secret of the test').issue();
      await service.photoStore.put(mediaKey, [{ name: '320.webp', bytes: photo }]);
      const collectAfter = async (days: number) => {
        await collectFiles({ ...jobs(), clock: () => restoredAt + days * dayMs }, signal);
        return (await storedKeys()).includes(mediaKey);
      };
      const restoredAt = Date.now() + 60_000;
      await service.database.run(`INSERT INTO settings VALUES ('restored_at', '${restoredAt}')`);
      expect([await collectAfter(1), await collectAfter(29.9)]).toEqual([true, true]);
      expect(await collectAfter(30.1)).toBe(false);
    });
  });
});
