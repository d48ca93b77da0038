import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readConfig } from '../../../src/config/config.ts';
import { openPhotoStore } from '../../../src/server/photo-storage.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeJpeg, makePng, makeScans } from '../../support/data/images.ts';
import { as } from '../../support/data/keys.ts';
import { linkOf, signIn, signInAs } from '../../support/data/people.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';
import { startBucket } from '../../support/http/bucket.ts';
import { until } from '../../support/until.ts';

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
/** Reads a file as a browser does, without a key. */
const read = async (url: string, init: RequestInit = {}) => await service.app.fetch(new Request(url, init));

const keyOf = ({ sources: [source] }: PhotoBody) => source?.url.split('/').at(-2) ?? '';

describe('without storage', () => {
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  test('refuses photos where there is no place for them, and those that it has are not readable', async () => {
    const added = await add(await addPet());
    service.restart({ photoStore: undefined });
    expect(await refusal(await upload(added.petId))).toBe('409 photos_disabled');
    const [{ url } = { url: '' }] = added.sources;
    expect(await refusal(await read(url))).toBe('409 photos_disabled');
    service.restart({});
    await service.photoStore.delete(keyOf(added));
    expect(await refusal(await read(url))).toBe('503 unavailable');
    expect(service.logged.filter((line) => line.includes('a photo lacks a file'))).toHaveLength(1);
  });

  test('reads nothing from a bucket for a client that has the file already, also if it asks for a part', async () => {
    const bucket = startBucket();
    const { media } = readConfig({ PETSTORE_MEDIA_URL: 's3://photos', ...bucket.env });
    service.restart({ photoStore: openPhotoStore(media) });
    const [{ url } = { url: '' }] = (await add(await addPet())).sources;
    bucket.requests.length = 0;
    const reads = () => bucket.requests.map((request) => request.split(' ')[0]);
    const whole = await read(url);
    expect(whole.status).toBe(200);
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect(reads()).toEqual(['GET']);
    const [etag = '', cacheControl] = ['ETag', 'Cache-Control'].map((name) => whole.headers.get(name) ?? '');
    for (const init of [{}, { headers: { Range: 'bytes=0-9' } }, { method: 'HEAD' }]) {
      const again = await read(url, { ...init, headers: { ...init.headers, 'If-None-Match': etag } });
      expect([again.status, again.body]).toEqual([304, null]);
      expect([again.headers.get('ETag'), again.headers.get('Cache-Control')]).toEqual([etag, cacheControl ?? '']);
    }
    expect(reads()).toEqual(['GET']);
    const statusFor = async (ifMatch: string) =>
      (await read(url, { headers: { 'If-Match': ifMatch, 'If-None-Match': etag } })).status;
    expect([await statusFor('"other"'), await statusFor(etag)]).toEqual([412, 304]);
    const changed = await read(url, { headers: { 'If-None-Match': '"other"' } });
    expect((await changed.arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect(reads()).toEqual(['GET', 'GET']);
    service.restart({});
    await bucket.stop();
  });

  test('refuses uploads that take too much memory, on all devices of a person together, and takes them afterwards', async () => {
    const petId = await addPet();
    const jpeg = await makeJpeg(300, 200);
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    const { personId, secret } = await signInAs(service, 'editor');
    const phone = await bodyOf<{ secret: string }>(await signIn(service, await linkOf(service, personId)));
    const slow = (_: unknown, index: number) => {
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          // Bytes behind the end of a picture are ignored.
          controller.enqueue(new Uint8Array(jpeg));
          controller.enqueue(new Uint8Array(arrived));
          await promise;
          controller.close();
        },
      });
      const headers = { 'Content-Type': 'image/jpeg', ...as(index % 2 === 0 ? secret : phone.secret) };
      return service.fetch(`/v1/pets/${petId}/photos`, { method: 'POST', headers, body });
    };
    // A person gets half of what the others leave.
    const arrived = 15_500_000;
    const slowOnes = Array.from({ length: 5 }, slow);
    const own = { ...png, ...as(phone.secret) };
    const isFull = async () => (await refusal(await upload(petId, photo, own))) === '503 overloaded';
    await until('the bytes have arrived', isFull);
    expect((await upload(petId)).status).toBe(201);
    // What is wrong with the address is told first.
    const addresses = ['/v1/pets/abc/photos', `/v1/pets/${petId}/photos?limit=1`];
    const refused = addresses.map(async (path) => await refusal(await service.post(path, photo, png)));
    expect(await Promise.all(refused)).toEqual(['404 pet_not_found', '400 unknown_parameter']);
    finish();
    expect((await Promise.all(slowOnes)).map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect((await upload(petId, photo, own)).status).toBe(201);
  });

  test('takes uploads while others of the same key are only announced', async () => {
    const petId = await addPet();
    const { promise: silence, resolve: leave } = Promise.withResolvers<void>();
    const headers = { 'Content-Type': 'image/jpeg', 'Content-Length': '5000000' };
    const announce = () => {
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          await silence;
          controller.error(new Error('the client has gone'));
        },
      });
      return service.fetch(`/v1/pets/${petId}/photos`, { method: 'POST', headers, body });
    };
    const answers = Array.from({ length: 16 }, announce);
    expect((await upload(petId)).status).toBe(201);
    leave();
    await Promise.allSettled(answers);
  });

  test('abandons an upload whose client has disconnected', async () => {
    const petId = await addPet();
    const disconnected = new AbortController();
    const headers = { 'Content-Type': 'image/jpeg' };
    // It is decoded for most of a second.
    const init = { method: 'POST', body: makeScans(100, 4096), headers, signal: disconnected.signal };
    const response = service.fetch(`/v1/pets/${petId}/photos`, init);
    const metrics = async () => (await (await service.fetch('/metrics')).text()).split('\n');
    await until('it is decoded', async () => (await metrics()).includes('petstore_photos_decoding 1'));
    disconnected.abort();
    expect((await response).status).toBe(499);
    expect(await list(petId)).toEqual([]);
    expect(await metrics()).toContain('petstore_photo_uploads_total{outcome="aborted"} 1');
  });

  test('refuses more uploads at once than it can process soon, however small they are', async () => {
    const petIds = [await addPet(), await addPet(), await addPet()];
    const tiny = makePng(2, 2, () => [1, 2, 3]);
    const headers = { ...png, 'Content-Length': String(tiny.length) };
    const each = (_: unknown, index: number) => upload(petIds[index % 3] ?? 0, tiny, headers);
    const answers = await Promise.all(Array.from({ length: 40 }, each));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(16).fill(201), ...Array(24).fill(503)]);
  });
});
