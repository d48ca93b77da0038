import { expect, test } from 'bun:test';
import { examples } from '../../src/api/document/examples.ts';
import { scriptedServers } from '../../tests/support/http/scripted-server.ts';
import type { UploadProgress } from '../index.ts';

const script = scriptedServers();
const photo = examples.operations['addPhoto']?.response;

test('an upload sends the bytes with their type, again after a transient error, and reports begin and end', async () => {
  const uploaded = () => Response.json(photo, { status: 201 });
  const { client, received } = script([() => new Response('', { status: 503 }), uploaded]);
  const progress: UploadProgress[] = [];
  const onProgress = (now: UploadProgress) => void progress.push(now);
  const added = await client.photos.add(17n, new Blob(['image'], { type: 'image/png' }), { onProgress });
  await client.photos.add(17n, new TextEncoder().encode('bytes'), { mediaType: 'image/webp' });
  for (const image of [new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), new Blob(['RIFF....WEBP']), new Blob(['text'])]) {
    await client.photos.add(17n, image);
  }
  expect(added).toMatchObject({ id: 1n, petId: 1n });
  const types = received.map(({ headers }) => headers.get('Content-Type'));
  expect(types.slice(3)).toEqual(['image/jpeg', 'image/webp', 'application/octet-stream']);
  expect(received.slice(0, 3).map(({ headers, body }) => [headers.get('Content-Type'), body])).toEqual([
    ['image/png', 'image'],
    ['image/png', 'image'],
    ['image/webp', 'bytes'],
  ]);
  const [first, second] = received.map(({ headers }) => headers.get('Idempotency-Key'));
  expect([first, typeof first]).toEqual([second, 'string']);
  expect(progress.map(({ sentBytes }) => sentBytes)).toEqual([0, 5, 0, 5]);
  expect(progress.every(({ totalBytes }) => totalBytes === 5)).toBe(true);
});
