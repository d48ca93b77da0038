import { expect, test } from 'bun:test';
import { scriptedServers } from '../../tests/support/http/scripted-server.ts';
import type { UploadProgress } from '../index.ts';

const script = scriptedServers();

const photo = {
  id: 7,
  petId: 17,
  position: 0,
  alternativeText: '',
  width: 10,
  height: 10,
  color: '#102030',
  placeholder: 'data:,',
  sources: [],
  createdAt: '2026-11-21T10:00:00.000Z',
};

test('an upload sends the bytes with their type, again after a transient error, and reports begin and end', async () => {
  const uploaded = () => Response.json(photo, { status: 201 });
  const { client, received } = script([() => new Response('', { status: 503 }), uploaded]);
  const progress: UploadProgress[] = [];
  const onProgress = (now: UploadProgress) => void progress.push(now);
  const added = await client.photos.add(17n, new Blob(['image'], { type: 'image/png' }), { onProgress });
  await client.photos.add(17n, new TextEncoder().encode('bytes'), { mediaType: 'image/webp' });
  expect(added.id).toBe(7n);
  expect(received.map(({ headers, body }) => [headers.get('Content-Type'), body])).toEqual([
    ['image/png', 'image'],
    ['image/png', 'image'],
    ['image/webp', 'bytes'],
  ]);
  const [first, second] = received.map(({ headers }) => headers.get('Idempotency-Key'));
  expect([first, typeof first]).toEqual([second, 'string']);
  expect(progress.map(({ sentBytes }) => sentBytes)).toEqual([0, 5, 0, 5]);
  expect(progress.every(({ totalBytes }) => totalBytes === 5)).toBe(true);
});
