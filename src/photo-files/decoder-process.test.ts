import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { makeJpeg, makePng } from '../../tests/support/data/images.ts';
import { until } from '../../tests/support/until.ts';
import { nextTurn } from '../lib/next-tick.ts';
import { decoderCommand } from '../lib/system/program-files.ts';
import { processImage } from './decode-image.ts';
import { ImageDecoder } from './decoder-process.ts';

const png = new Uint8Array(makePng(400, 300, (x, y) => [x & 255, y & 255, 90]));

/** Its process goes on from test to test, as from image to image. */
const decoder = new ImageDecoder(decoderCommand);
afterAll(() => decoder.end());

/** The process of the decoder, which must be running. */
function running(): number {
  if (decoder.pid === undefined) throw new Error('the decoder is not running');
  return decoder.pid;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const failureOf = async (decoding: Promise<unknown>) =>
  await decoding.then(
    () => 'decoded',
    (error: { code?: string }) => error.code ?? error,
  );

test('gives what is made of an image in this process, one image after another in one other process', async () => {
  const jpeg = new Uint8Array(await makeJpeg(1600, 1200));
  for (const bytes of [png, jpeg]) {
    const expected = await processImage(bytes);
    const decoded = await decoder.decode(bytes);
    const plain = ({ files, ...image }: typeof expected) => ({
      ...image,
      files: files.map((file) => [file.name, Buffer.from(file.bytes).toString('base64')]),
    });
    expect(plain(decoded)).toEqual(plain(expected));
  }
});

test('a refused image is told as in this process, and the process goes on', async () => {
  expect(await failureOf(decoder.decode(new Uint8Array()))).toBe('invalid_image');
  const pid = running();
  const text = Buffer.from('%PDF-1.7');
  const refused = await decoder.decode(text).catch((error: unknown) => error);
  const expected = await processImage(text).catch((error: unknown) => error);
  expect(refused).toEqual(expected);
  expect((await decoder.decode(png)).width).toBe(400);
  expect(running()).toBe(pid);
});

test("the process has a low priority, and nothing of the service's environment", async () => {
  process.env['PETSTORE_TEST_SECRET'] = 'secret';
  await decoder.decode(png).finally(() => delete process.env['PETSTORE_TEST_SECRET']);
  expect(getPriority(running())).toBe(10);
  if (process.platform === 'linux') expect(readFileSync(`/proc/${running()}/environ`, 'utf8')).not.toContain('secret');
});

/** Stops the process while it has an image of this size. */
async function hold(bytes: Uint8Array): Promise<{ pid: number; decoding: Promise<unknown> }> {
  await decoder.decode(png);
  const pid = running();
  process.kill(pid, 'SIGSTOP');
  const decoding = failureOf(decoder.decode(bytes));
  // A part is sent in each turn, as long as the pipe has room.
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  return { pid, decoding };
}

/** What a pipe takes at once, and what it does not. */
const small = new Uint8Array(makePng(40, 30, (x, y) => [x, y, 90]));
const large = new Uint8Array(2_000_000);

test.each([
  ['SIGSEGV', 'that has the image', small, 'invalid_image'],
  ['SIGSEGV', 'that has a part of the image', large, 'unavailable'],
  ['SIGKILL', 'that has the image', small, 'unavailable'],
  ['SIGKILL', 'that has a part of the image', large, 'unavailable'],
] as const)('%s ends a process %s: the next image is decoded', async (signal, _, bytes, code) => {
  const { pid, decoding } = await hold(bytes);
  process.kill(pid, signal);
  process.kill(pid, 'SIGCONT');
  expect(await decoding).toBe(code);
  expect((await decoder.decode(png)).width).toBe(400);
  expect(running()).not.toBe(pid);
});

test('a process that ends while an image is sent to it, or has just ended, ends nothing else', async () => {
  await decoder.decode(png);
  const decoding = failureOf(decoder.decode(large));
  process.kill(running(), 'SIGKILL');
  expect(await decoding).toBe('unavailable');
  await decoder.decode(png);
  process.kill(running(), 'SIGKILL');
  decoder.end();
  expect((await decoder.decode(png)).width).toBe(400);
});

test('a process that takes too long with an image is ended', async () => {
  const silent = new ImageDecoder([process.execPath, '-e', 'setInterval(() => {}, 1_000)'], { limitMs: 2_000 });
  const decoding = failureOf(silent.decode(small));
  const { pid = 0 } = silent;
  expect(await decoding).toBe('invalid_image');
  expect(isRunning(pid)).toBe(false);
});

test('an image that is abandoned ends the process, and the next one is decoded', async () => {
  await decoder.decode(png);
  const pid = running();
  process.kill(pid, 'SIGSTOP');
  const client = new AbortController();
  const decoding = decoder.decode(large, client.signal).catch((error: unknown) => error);
  client.abort();
  expect(await decoding).toBe(client.signal.reason);
  expect(isRunning(pid)).toBe(false);
  expect((await decoder.decode(png)).width).toBe(400);
  await expect(decoder.decode(png, client.signal)).rejects.toBe(client.signal.reason);
});

test.each(['processorMs', 'memoryBytes'])('a process whose image takes too much is ended: %s', async (limit) => {
  const program = `import { serveImages } from '${import.meta.dir}/serve-images.ts'; await serveImages({ ${limit}: 0, intervalMs: 1 });`;
  const impatient = new ImageDecoder([process.execPath, '--eval', program]);
  expect(await failureOf(impatient.decode(png))).toBe('invalid_image');
});

test('an idle process ends, and the next image starts another one', async () => {
  const impatient = new ImageDecoder(decoderCommand, { idleMs: 1 });
  await impatient.decode(png);
  const { pid = 0 } = impatient;
  await until('its end', () => !isRunning(pid));
  expect((await impatient.decode(png)).height).toBe(300);
});

test.each([
  ['cannot be started', ['/nowhere/petstore']],
  ['ends at once', [process.execPath, '--print', '1']],
])('without a program, which %s, the service is not available', async (_, command) => {
  expect(await failureOf(new ImageDecoder(command).decode(png))).toBe('unavailable');
});
