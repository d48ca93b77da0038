import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAddresses } from '../../../src/lib/addresses/public-addresses.ts';
import { drawAnimal } from '../../../tests/support/data/picture.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { photoReader } from './read-photo.ts';

const { signal } = new AbortController();
const { bytes } = drawAnimal(1, 32, 24);
const maxBytes = 20_000_000;

/** Every test but that of the check itself fetches from this machine. */
const anywhere = (host: string) => findAddresses(host, { reachesPrivateAddresses: true });

const scratch = makeScratchFolder();
afterAll(() => scratch.remove());
const folder = join(scratch.path, 'photos');
/** What reads a file of the folder, or an address. */
const read = (name: string) => photoReader({ folder, findAddresses: anywhere })(name, signal);

beforeAll(() => {
  mkdirSync(join(folder, 'sub'), { recursive: true });
  writeFileSync(join(folder, 'sub/frank.png'), bytes);
  writeFileSync(join(folder, 'notes.txt'), 'no image');
  writeFileSync(join(scratch.path, 'photos-of-others.png'), bytes);
  symlinkSync(join(scratch.path, 'photos-of-others.png'), join(folder, 'link.png'));
  symlinkSync(join(folder, 'sub/frank.png'), join(folder, 'inner.png'));
  writeFileSync(join(folder, 'large.png'), bytes);
  truncateSync(join(folder, 'large.png'), maxBytes + 1);
  writeFileSync(join(folder, 'largest.png'), bytes);
  truncateSync(join(folder, 'largest.png'), maxBytes);
});

test('a file is read from the folder, with the media type that its bytes tell', async () => {
  for (const name of ['sub/frank.png', './sub/../sub/frank.png', 'inner.png']) {
    const image = await read(name);
    expect([image.type, await image.bytes()]).toEqual(['image/png', bytes]);
  }
  expect((await read('largest.png')).size).toBe(maxBytes);
});

test.each([
  ['../photos-of-others.png', 'It is outside of the folder.'],
  ['/etc/hostname', 'It is outside of the folder.'],
  ['link.png', 'It is outside of the folder.'],
  ['.', 'It is outside of the folder.'],
  ['sub', 'It is not a file.'],
  ['missing.png', 'There is no such file in the folder.'],
  ['a\0.png', 'It cannot be read: '],
  ['notes.txt', 'It is not a JPEG, PNG, WebP or GIF image.'],
  ['large.png', 'It is larger than 20 MB.'],
])('%j is not read: %s', async (name, reason) => {
  await expect(read(name)).rejects.toThrow(reason);
});

test('a name needs a folder', async () => {
  const reading = photoReader({ folder: undefined, findAddresses: anywhere })('frank.png', signal);
  await expect(reading).rejects.toThrow('It is no http or https address; for file names, give --photo-folder.');
});

test('the image of each format is told by its first bytes, whatever the server names it', async () => {
  const png = new Bun.Image(bytes);
  const images: Record<string, Uint8Array<ArrayBuffer>> = {
    'image/jpeg': new Uint8Array(await png.jpeg().bytes()),
    'image/webp': new Uint8Array(await png.webp().bytes()),
    'image/gif': new TextEncoder().encode('GIF89a and so on'),
  };
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      new Response(images[new URL(url).searchParams.get('type') ?? ''], { headers: { 'Content-Type': 'text/plain' } }),
  });
  for (const type of Object.keys(images)) {
    const image = await read(`${server.url}?type=${type}`);
    expect([image.type, await image.bytes()]).toEqual([type, images[type] ?? new Uint8Array()]);
  }
});

test('what a server sends is bounded in size and in time', async () => {
  const endless = () => new ReadableStream({ pull: (sink) => sink.enqueue(new Uint8Array(1_000_000)) });
  const stalled = () => new ReadableStream({ start: (sink) => sink.enqueue(bytes.subarray(0, 20)) });
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/endless': () => new Response(endless()),
      '/stalled': () => new Response(stalled()),
      '/missing': () => new Response('none', { status: 404 }),
      '/loop': () => Response.redirect('/loop'),
    },
  });
  const { origin } = server.url;
  const impatient = photoReader({ folder, findAddresses: anywhere, timeoutMs: 200 });
  await expect(impatient(`${origin}/stalled`, signal)).rejects.toThrow('It did not arrive within 0.2 seconds.');
  await expect(read(`${origin}/endless`)).rejects.toThrow('It is larger than 20 MB.');
  await expect(read(`${origin}/missing`)).rejects.toThrow('The server responded with the status 404.');
  await expect(read(`${origin}/loop`)).rejects.toThrow('It cannot be fetched: more than 5 redirects');
  await server.stop(true);
  await expect(read(origin)).rejects.toThrow('It cannot be fetched: ');
});

test('an import that is aborted stops reading, and this is no fault of the photo', async () => {
  const abort = new AbortController();
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => undefined) });
  const reading = photoReader({ folder, findAddresses: anywhere })(server.url.href, abort.signal);
  abort.abort(new Error('Interrupted.'));
  await expect(reading).rejects.toThrow('Interrupted.');
});

test('a photo comes from public addresses only, also after redirects, and from the address that was checked', async () => {
  const fetched: string[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url, headers }) {
      const { pathname, searchParams } = new URL(url);
      fetched.push(`${headers.get('Host')?.split(':')[0]}${pathname}`);
      const to = searchParams.get('to');
      return to === null ? new Response(bytes) : new Response(null, { status: 302, headers: { Location: to } });
    },
  });
  const { port } = server;
  const resolve = async () => [{ address: '10.1.2.3', family: 4 }];
  const policy = { reachesPrivateAddresses: false, rule: 'others need a flag', resolve };
  // The connection goes to what the check has found: this machine stands for a public host, and no name server is asked.
  const findHost = async (host: string) =>
    host === 'public.test' ? [{ address: '127.0.0.1', family: 4 }] : findAddresses(host, policy);
  const read = (to?: string) =>
    photoReader({ folder, findAddresses: findHost })(
      `http://public.test:${port}/photo${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`,
      signal,
    ).then(
      ({ type }) => type,
      (error) => error.message,
    );
  const secret = `http://127.0.0.1:${port}/secret`;
  for (const to of [undefined, '/second', `http://public.test:${port}/third?to=/fourth`])
    expect([to, await read(to)]).toEqual([to, 'image/png']);
  expect(fetched.splice(0)).toEqual(
    ['photo', 'photo', 'second', 'photo', 'third', 'fourth'].map((name) => `public.test/${name}`),
  );
  const loopback = 'It cannot be fetched: the address 127.0.0.1 is a loopback address; others need a flag';
  expect([await read(secret), await read(`/second?to=${encodeURIComponent(secret)}`)]).toEqual([loopback, loopback]);
  expect(await read(`http://inner.test:${port}/secret`)).toBe(
    'It cannot be fetched: the host inner.test has an address that is not public; others need a flag',
  );
  expect(await read('file:///etc/hostname')).toBe('It redirects to file:, not http.');
  expect(fetched).not.toContain('127.0.0.1/secret');
  expect(fetched).toHaveLength(5);
});
