import { expect, spyOn, test } from 'bun:test';
import zlib, { deflateSync } from 'node:zlib';
import { colorProfile } from '../../tests/support/data/images.ts';
import { pngChunk, pngOf } from '../../tests/support/data/png-file.ts';
import { processImage } from './decode-image.ts';
import { withoutTexts } from './png.ts';

const data = deflateSync(Buffer.alloc(30 * (1 + 40 * 3)));
/** One of 600 bytes, with zeros behind it. */
const profile = (sizeBytes: number) => {
  const bytes = Buffer.concat([colorProfile(600), Buffer.alloc(sizeBytes - 600)]);
  return pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(bytes)]));
};

test('what the decoder does not need is taken out of a PNG image before', () => {
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100_000))]));
  const [turn, large, small] = [pngChunk('eXIf', Buffer.from('MM')), profile(100_000), profile(600)];
  for (const [profile, kept] of [
    [small, [turn, small]],
    [large, [turn]],
  ] as const) {
    const image = pngOf(40, 30, data, [text, turn, profile, pngChunk('iTXt', Buffer.from('b'))]);
    expect(withoutTexts(image)).toEqual(pngOf(40, 30, data, kept));
  }
  const clean = pngOf(40, 30, data);
  const others = [clean, clean.subarray(0, 50), Buffer.from('no image'), Buffer.alloc(0)];
  expect(others.map((one) => withoutTexts(one))).toEqual(others);
});

test('of many profiles the first one is decompressed, and stays if it is small', () => {
  const inflate = spyOn(zlib, 'inflateSync');
  try {
    const [small, other, large] = [profile(600), profile(700), profile(100_000)];
    for (const [first, rest] of [
      [small, [small]],
      [large, []],
    ] as const) {
      inflate.mockClear();
      const many = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? other : large));
      expect(withoutTexts(pngOf(40, 30, data, [first, ...many]))).toEqual(pngOf(40, 30, data, rest));
      expect(inflate).toHaveBeenCalledTimes(1);
    }
  } finally {
    inflate.mockRestore();
  }
});

test('chunks that are taken out, and those between them that stay in order, become no objects', () => {
  const turns = Array.from({ length: 1_000 }, (_, index) => pngChunk('eXIf', Buffer.from(`MM${index}`)));
  const image = pngOf(
    40,
    30,
    data,
    turns.flatMap((turn) => [pngChunk('tEXt', Buffer.alloc(0)), turn]),
  );
  const expected = pngOf(40, 30, data, turns);
  const made = [spyOn(Buffer.prototype, 'subarray'), spyOn(Buffer.prototype, 'toString')];
  try {
    const kept = withoutTexts(image);
    expect(made.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(10);
    expect(kept.equals(expected)).toBe(true);
  } finally {
    for (const one of made) one.mockRestore();
  }
});

test('an image that ends within a chunk ends there, too, when something is taken out', () => {
  const text = pngChunk('tEXt', Buffer.from('a'));
  expect(withoutTexts(pngOf(40, 30, data, [text]).subarray(0, 64))).toEqual(
    pngOf(40, 30, data).subarray(0, 64 - text.length),
  );
});

test('a text that would take more memory than an image does not hinder one', async () => {
  const text = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(200_000_000), { level: 1 })]);
  const { width, height } = await processImage(pngOf(40, 30, data, [pngChunk('zTXt', text)]));
  expect([width, height]).toEqual([40, 30]);
});
