import { expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import { pngChunk, pngOf } from '../../tests/support/data/png-file.ts';
import { processImage } from './image.ts';
import { withoutTexts } from './png.ts';

const data = deflateSync(Buffer.alloc(30 * (1 + 40 * 3)));
const profile = (sizeBytes: number) =>
  pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(sizeBytes))]));

test('what the decoder does not need is taken out of a PNG image before', () => {
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100_000))]));
  const [turn, large, small] = [pngChunk('eXIf', Buffer.from('MM')), profile(100_000), profile(600)];
  const image = pngOf(40, 30, data, [text, turn, large, small, pngChunk('iTXt', Buffer.from('b'))]);
  expect(withoutTexts(image)).toEqual(pngOf(40, 30, data, [turn, small]));
  const clean = pngOf(40, 30, data);
  const others = [clean, clean.subarray(0, 50), Buffer.from('no image'), Buffer.alloc(0)];
  expect(others.map((one) => withoutTexts(one))).toEqual(others);
});

test('a text that would take more memory than an image does not hinder one', async () => {
  const text = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(200_000_000), { level: 1 })]);
  const { width, height } = await processImage(pngOf(40, 30, data, [pngChunk('zTXt', text)]), 'image/png');
  expect([width, height]).toEqual([40, 30]);
});
