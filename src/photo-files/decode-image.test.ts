import { describe, expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import {
  type Color,
  colorProfile,
  makeJpeg,
  makePng,
  makeScans,
  readQuarters,
  withChunk,
  withExif,
  withPngExif,
  withSegment,
} from '../../tests/support/data/images.ts';
import { pngChunk, pngOf } from '../../tests/support/data/png-file.ts';
import { processImage } from './decode-image.ts';

const red: Color = [250, 10, 10];
const green: Color = [10, 200, 10];
const blue: Color = [10, 10, 220];
const white: Color = [255, 255, 255];

const redPng = (width: number, height: number) => makePng(width, height, () => red);

/** The channels of a color such as `#0f766e`. */
const channelsOf = (color: string): Color => {
  const [red = 0, green = 0, blue = 0] = Buffer.from(color.slice(1), 'hex');
  return [red, green, blue];
};

/** Whether two colors are the same but for what lossy encoding changes. */
const isLike = (one: Color | undefined, other: Color) =>
  one?.every((channel, index) => Math.abs(channel - (other[index] ?? 0)) < 25);

async function failureOf(bytes: Uint8Array): Promise<unknown> {
  return await processImage(bytes).then(
    () => 'stored',
    (error: { code?: string }) => error.code ?? error,
  );
}

const sizesOf = async (bytes: Uint8Array) => {
  const { files } = await processImage(bytes);
  const metadata = files.map(async (file) => {
    const { width, height, format } = await new Bun.Image(file.bytes).metadata();
    return `${file.name} ${format} ${width}x${height}`;
  });
  return await Promise.all(metadata);
};

test('makes WebP and JPEG in three widths, none of them larger than the image', async () => {
  expect(await sizesOf(await makeJpeg(1600, 1200))).toEqual([
    '320.webp webp 320x240',
    '320.jpg jpeg 320x240',
    '640.webp webp 640x480',
    '640.jpg jpeg 640x480',
    '1280.webp webp 1280x960',
    '1280.jpg jpeg 1280x960',
  ]);
  expect(await sizesOf(redPng(500, 101))).toEqual([
    '320.webp webp 320x65',
    '320.jpg jpeg 320x65',
    '500.webp webp 500x101',
    '500.jpg jpeg 500x101',
  ]);
  expect(await sizesOf(redPng(1, 1))).toEqual(['1.webp webp 1x1', '1.jpg jpeg 1x1']);
  // As tall as an image can be: its placeholder must not be taller.
  expect(await sizesOf(redPng(2, 16_383))).toEqual(['2.webp webp 2x16383', '2.jpg jpeg 2x16383']);
});

/** A chunk of a WebP image. */
function chunk(name: string, content: Uint8Array): Buffer {
  const header = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

/** An animated WebP image of 40 by 30 pixels, one frame for each image. */
async function animate(...images: Uint8Array[]): Promise<Buffer> {
  const frames = images.map(async (image) => {
    const webp = await new Bun.Image(image).webp().buffer();
    const isExtended = webp.toString('latin1', 12, 16) === 'VP8X';
    const size = Buffer.from([39, 0, 0, 29, 0, 0]);
    return chunk('ANMF', Buffer.concat([Buffer.alloc(6), size, Buffer.alloc(4), webp.subarray(isExtended ? 30 : 12)]));
  });
  const canvas = Buffer.from([0x02, 0, 0, 0, 39, 0, 0, 29, 0, 0]);
  const chunks = [chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6)), ...(await Promise.all(frames))];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

test('takes the first frame of an animated WebP image', async () => {
  const animated = await animate(
    makePng(40, 30, () => blue),
    redPng(40, 30),
  );
  const { width, height, color } = await processImage(animated);
  expect([width, height]).toEqual([40, 30]);
  expect(isLike(channelsOf(color), blue)).toBe(true);
  for (let length = 12; length < 100; length++) {
    expect(String(await failureOf(animated.subarray(0, length)))).toMatch(/^(invalid_image|unsupported)/);
  }
  expect(await failureOf(chunk('RIFF', Buffer.from('WEBPANMF\0\0\0\0')))).toBe('invalid_image');
});

test('accepts each format, and of a GIF the first frame', async () => {
  const png = makePng(40, 30, () => green);
  expect(await failureOf(png)).toBe('stored');
  expect(await failureOf(await new Bun.Image(png).webp().bytes())).toBe('stored');
  // One frame of one red pixel.
  const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
  expect(await processImage(gif)).toMatchObject({ width: 1, height: 1, color: '#ff0000' });
  for (let length = gif.length - 2; length > 13; length--) {
    expect([length, await failureOf(gif.subarray(0, length))]).toEqual([length, 'invalid_image']);
  }
});

// Where the quarters of the upright image are taken from, for each EXIF orientation.
test.each([
  [1, [0, 1, 2, 3]],
  [2, [1, 0, 3, 2]],
  [3, [3, 2, 1, 0]],
  [4, [2, 3, 0, 1]],
  [5, [0, 2, 1, 3]],
  [6, [2, 0, 3, 1]],
  [7, [3, 1, 2, 0]],
  [8, [1, 3, 0, 2]],
])('turns an image with the EXIF orientation %p upright', async (orientation, places) => {
  const quarters = [red, green, blue, white];
  const jpeg = await makeJpeg(480, 240, quarters);
  const png = await new Bun.Image(jpeg).png().bytes();
  for (const [image, type] of [
    [withExif(jpeg, orientation, 'somewhere'), 'image/jpeg'],
    [withPngExif(png, orientation), 'image/png'],
  ] as const) {
    const { width, height, files } = await processImage(image);
    expect([type, width, height]).toEqual(orientation < 5 ? [type, 480, 240] : [type, 240, 480]);
    for (const { bytes } of files) {
      const found = await readQuarters(bytes);
      const isRight = places.map((place, index) => isLike(found[index], quarters[place] ?? white));
      expect([type, ...isRight]).toEqual([type, ...Array(4).fill(true)]);
    }
  }
});

test('a turn that its EXIF data do not tell leaves a PNG image as it is', async () => {
  const png = await new Bun.Image(await makeJpeg(40, 20)).png().bytes();
  for (const exif of [Buffer.alloc(0), Buffer.from('II'), Buffer.from('II*\0\xff\xff\0\0', 'latin1')]) {
    const { width, height } = await processImage(withChunk(png, 'eXIf', exif));
    expect([width, height]).toEqual([40, 20]);
  }
});

test('takes a JPEG without an end, as browsers do, also before the trailer of a phone, and none that lacks data', async () => {
  const colors = [red, green, blue, white];
  const whole = await makeJpeg(400, 300, colors);
  const cut = whole.subarray(0, -2);
  const panorama = Buffer.concat([cut, Buffer.from('PanoramaSEFH\0\0\0\0\x10\0\0\0SEFT', 'latin1')]);
  const ofCamera = withExif(cut, 1, 'somewhere');
  for (const image of [
    cut,
    panorama,
    ofCamera,
    Buffer.concat([whole, whole]),
    Buffer.concat([whole, Buffer.alloc(99)]),
  ]) {
    const { files } = await processImage(image);
    const found = await readQuarters(files.at(-1)?.bytes ?? new Uint8Array());
    expect(colors.map((color, index) => isLike(found[index], color))).toEqual(Array(4).fill(true));
  }
  for (const missing of [3, 4, 10, 100, 1_000]) {
    expect([missing, await failureOf(whole.subarray(0, -missing))]).toEqual([missing, 'invalid_image']);
  }
});

test('what is transparent is white as JPEG, and stays transparent as WebP', async () => {
  const row = Buffer.concat([
    Buffer.of(0),
    ...Array(20).fill(Buffer.of(0, 0, 0, 0)),
    ...Array(20).fill(Buffer.of(...red, 128)),
  ]);
  const png = pngOf(40, 30, deflateSync(Buffer.concat(Array(30).fill(row))), [], 6);
  const webp = await new Bun.Image(png).webp().bytes();
  const pink: Color = [252, 132, 132];
  for (const [image, type] of [
    [png, 'image/png'],
    [webp, 'image/webp'],
  ] as const) {
    const { files } = await processImage(image);
    const [asWebp, asJpeg] = files.map(({ bytes }) => bytes);
    const quarters = await readQuarters(asJpeg ?? new Uint8Array());
    expect([type, ...[white, pink, white, pink].map((color, at) => isLike(quarters[at], color))]).toEqual([
      type,
      ...Array(4).fill(true),
    ]);
    expect(Buffer.from(asWebp ?? []).includes('ALPH')).toBe(true);
  }
});

test('of WebP browsers ignore the orientation, and so does the service', async () => {
  const plain = await new Bun.Image(await makeJpeg(40, 30)).webp().buffer();
  const exif = withPngExif(
    makePng(1, 1, () => red),
    6,
  );
  const tiff = exif.subarray(exif.indexOf('eXIf') + 4, exif.indexOf('IDAT') - 8);
  const canvas = Buffer.from([0x08, 0, 0, 0, 39, 0, 0, 29, 0, 0]);
  const parts = [Buffer.from('WEBP'), chunk('VP8X', canvas), plain.subarray(12), chunk('EXIF', tiff)];
  const { width, height } = await processImage(chunk('RIFF', Buffer.concat(parts)));
  expect([width, height]).toEqual([40, 30]);
});

test('stores nothing of the metadata: no place, no comment, no text, nothing after the image', async () => {
  const jpeg = withSegment(withExif(await makeJpeg(400, 300), 1, 'SECRET-PLACE'), 0xfe, Buffer.from('SECRET-COMMENT'));
  const xmp = withSegment(jpeg, 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0SECRET-XMP'));
  const trailed = Buffer.concat([xmp, Buffer.from('<script>SECRET-TAIL</script>')]);
  const data = deflateSync(Buffer.alloc(30 * (1 + 40 * 3)));
  const png = pngOf(40, 30, data, [pngChunk('tEXt', Buffer.from('Author\0SECRET-TEXT'))]);
  for (const bytes of [trailed, png]) {
    expect(bytes.includes('SECRET')).toBe(true);
    const { files } = await processImage(bytes);
    expect(files.map((file) => Buffer.from(file.bytes).includes('SECRET'))).toEqual(files.map(() => false));
  }
});

test('keeps a color profile of a camera, and drops a large one, that of a screen, and what is none', async () => {
  const jpeg = await makeJpeg(40, 30);
  const isKept = async (profile: Buffer) => {
    const segment = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
    const { files } = await processImage(withSegment(jpeg, 0xe2, segment));
    return files.map(({ bytes }) => /ICCP|ICC_PROFILE/.test(Buffer.from(bytes).toString('latin1')));
  };
  const camera = colorProfile(600);
  expect(await isKept(camera)).toEqual([true, true]);
  const text = Buffer.from('Somebody lives here. '.repeat(30));
  const [outside, other] = [Buffer.from(camera), Buffer.from(camera)];
  outside.writeUInt32BE(500, 140);
  other.write('Text', 36, 'latin1');
  const unusual = [colorProfile(60_000), colorProfile(600, 'mmod'), text, outside, other, camera.subarray(0, 599)];
  for (const profile of unusual) expect(await isKept(profile)).toEqual([false, false]);
});

test('finds the color of most of the image, and a preview of it', async () => {
  const { color, placeholder } = await processImage(await makeJpeg(800, 600, [blue, blue, blue, red]));
  expect(isLike(channelsOf(color), blue)).toBe(true);
  const preview = Buffer.from(placeholder.slice('data:image/webp;base64,'.length), 'base64');
  const { width, height } = await new Bun.Image(preview).metadata();
  expect([width, height]).toEqual([16, 12]);
  expect(placeholder.length).toBeLessThan(300);
});

describe('rejects', () => {
  test('another file', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'BM', '{}', 'GIF', '\xff\xd8'])
      expect([text, await failureOf(Buffer.from(text, 'latin1'))]).not.toEqual([text, 'stored']);
  });

  test.each([
    ['heic', 'HEIC'],
    ['mif1', 'HEIC'],
    ['avif', 'AVIF'],
  ])('an image with the brand %s as %s, and says how to get JPEG', async (brand, name) => {
    const image = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`);
    await expect(processImage(image)).rejects.toThrow(
      new RegExp(`^The body is an? ${name} image.* Save it as JPEG; an iPhone`),
    );
  });

  test('an empty body, and one that ends too early', async () => {
    const jpeg = withExif(await makeJpeg(400, 300, [red, green, blue, white]), 1, 'somewhere');
    const images = [
      [jpeg, 'image/jpeg'],
      [makePng(400, 300, (x, y) => [x & 255, y & 255, (x * y) & 255]), 'image/png'],
      [await new Bun.Image(jpeg).webp().bytes(), 'image/webp'],
    ] as const;
    for (const [bytes, type] of images) {
      for (const share of [0.05, 0.3, 0.5, 0.9, 0.99]) {
        const failure = await failureOf(bytes.subarray(0, Math.floor(bytes.length * share)));
        expect([type, share, failure]).toEqual([type, share, 'invalid_image']);
      }
    }
    expect(await failureOf(new Uint8Array())).toBe('invalid_image');
  });

  test('a JPEG whose only end is that of the preview in it', async () => {
    const preview = await makeJpeg(16, 16);
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), preview]);
    const whole = withSegment(await makeJpeg(400, 300), 0xe1, exif);
    expect(await failureOf(whole)).toBe('stored');
    expect(await failureOf(whole.subarray(0, -99))).toBe('invalid_image');
  });

  test('a JPEG that has more scans than cameras make', async () => {
    expect(await failureOf(makeScans(100))).toBe('stored');
    expect(await failureOf(makeScans(101))).toBe('invalid_image');
    // An end within a comment is none, and scans behind it count.
    const scans = makeScans(101);
    const last = scans.lastIndexOf(Buffer.from([0xff, 0xda]));
    const comment = Buffer.from([0xff, 0xfe, 0, 4, 0xff, 0xd9]);
    const hidden = Buffer.concat([scans.subarray(0, last), comment, scans.subarray(last)]);
    expect(await failureOf(hidden)).toBe('invalid_image');
  });

  test('more pixels than are allowed, from the header alone', async () => {
    const nothing = deflateSync(new Uint8Array());
    for (const image of [pngOf(10_000, 6_501, nothing), pngOf(16_384, 1, nothing), pngOf(65_535, 65_535, nothing)])
      expect(await failureOf(image)).toBe('image_too_large');
    const jpeg = await makeJpeg(40, 30);
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    expect(frame).toBeGreaterThan(0);
    jpeg.writeUInt16BE(60_000, frame + 5);
    jpeg.writeUInt16BE(60_000, frame + 7);
    expect(await failureOf(jpeg)).toBe('image_too_large');
  });

  test('a small file that claims much', async () => {
    expect(await failureOf(pngOf(7_000, 7_000, deflateSync(Buffer.alloc(1_000))))).toBe('invalid_image');
    const wrongChecksum = redPng(40, 30);
    wrongChecksum.writeUInt32BE(41, 16);
    expect(await failureOf(wrongChecksum)).toBe('invalid_image');
  });

  test('damaged bytes without a crash, whatever they are', async () => {
    const images = [
      await makeJpeg(64, 48, [red, green, blue, white]),
      makePng(64, 48, (x, y) => [x, y, x * y]),
      await new Bun.Image(makePng(64, 48, (x, y) => [x, y, x * y])).webp().buffer(),
    ];
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state % below;
    };
    const known = ['stored', 'invalid_image', 'image_too_large', 'unsupported_media_type'];
    for (let round = 0; round < 60; round++) {
      for (const image of images) {
        const damaged = Buffer.from(image);
        for (let change = 0; change < 4; change++) damaged[random(damaged.length)] = random(256);
        expect(known).toContain(String(await failureOf(damaged)));
      }
    }
  });
});
