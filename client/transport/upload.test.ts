import { expect, test } from 'bun:test';
import { createClient, type UploadProgress } from '../index.ts';

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
  const received: { type: string | null; key: string | null; body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { headers } = request;
      const body = await request.text();
      received.push({ type: headers.get('Content-Type'), key: headers.get('Idempotency-Key'), body });
      return received.length === 1 ? new Response('', { status: 503 }) : Response.json(photo, { status: 201 });
    },
  });
  const client = createClient({ baseUrl: server.url.href, apiKey: 'secret' });
  const progress: UploadProgress[] = [];
  const onProgress = (now: UploadProgress) => void progress.push(now);
  const added = await client.photos.add(17n, new Blob(['image'], { type: 'image/png' }), { onProgress });
  await client.photos.add(17n, new TextEncoder().encode('bytes'), { mediaType: 'image/webp' });
  await server.stop(true);
  expect(added.id).toBe(7n);
  expect(received.map(({ type, body }) => [type, body])).toEqual([
    ['image/png', 'image'],
    ['image/png', 'image'],
    ['image/webp', 'bytes'],
  ]);
  expect(received[0]?.key).toBe(received[1]?.key ?? null);
  expect(progress.map(({ sentBytes }) => sentBytes)).toEqual([0, 5, 0, 5]);
  expect(progress.every(({ totalBytes }) => totalBytes === 5)).toBe(true);
});
