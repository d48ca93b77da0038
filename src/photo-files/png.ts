const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const signatureLength = signature.length;
/** Length, type and checksum. */
const chunkOverhead = 12;
const bytesPerPixel = 4;
/** Profiles of cameras and phones have up to 4 KiB; without them colors would shift. */
const maxProfileBytes = 4_096;
const profileHeaderBytes = 128;
const profileTagBytes = 12;
/** What those profiles consist of (ICC.1, section 9). Profiles of screens have others, which name the device. */
const profileTags = /^(?:desc|cprt|wtpt|bkpt|chad|cicp|[rgb]XYZ|[rgbk]TRC)$/;

/** Loaded with the first photo: a start of the service needs none of it, and it takes milliseconds to load. */
const loadZlib = () => process.getBuiltinModule('node:zlib');

/** What the decoder needs, and what says how the image is turned and which colors it means. */
const decodedChunks: ReadonlySet<number> = new Set(
  ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'gAMA', 'cHRM', 'eXIf'].map(numberOf),
);
const profileType = numberOf('iCCP');
const exifType = numberOf('eXIf');
const dataType = numberOf('IDAT');

/**
 * The same image, if it is a PNG image, without texts and unusual profiles: decompressed, each can take a thousand times as much.
 * Of several profiles, only the first one counts. An image can have millions of chunks, so none becomes an object that stays.
 */
export function withoutTexts(image: Buffer): Buffer {
  if (!image.subarray(0, signatureLength).equals(signature)) return image;
  let hasProfile = false;
  const isKept = (chunk: Chunk) => {
    if (chunk.type !== profileType) return decodedChunks.has(chunk.type);
    if (hasProfile) return false;
    hasProfile = true;
    return hasUsualProfile(dataOf(image, chunk));
  };
  let kept: Buffer | undefined;
  let length = signatureLength;
  for (const chunk of chunksOf(image)) {
    if (!isKept(chunk)) {
      kept ??= Buffer.from(image);
      continue;
    }
    kept?.copyWithin(length, chunk.start, chunk.end);
    length += chunk.end - chunk.start;
  }
  return kept?.subarray(0, length) ?? image;
}

/** How a PNG image is turned, 1 to 8 as in EXIF: the decoder only looks at that of other formats. */
export function orientationOf(image: Buffer): number {
  if (!image.subarray(0, signatureLength).equals(signature)) return 1;
  for (const chunk of chunksOf(image)) if (chunk.type === exifType) return readOrientation(dataOf(image, chunk));
  return 1;
}

/** From the first directory of a TIFF header. */
function readOrientation(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let index = 0; index < short(start); index += 1) {
      const entry = start + 2 + index * 12;
      const value = short(entry) === orientationTag ? short(entry + 8) : 0;
      if (value >= 1 && value <= 8) return value;
    }
  } catch {
    // It ends before what it refers to.
  }
  return 1;
}

const orientationTag = 0x0112;

/** The same PNG image without its color profile, if that can hide something. */
export function withoutUnusualProfile(png: Uint8Array): Uint8Array {
  const image = bufferOf(png);
  for (const chunk of chunksOf(image)) {
    if (chunk.type !== profileType || hasUsualProfile(dataOf(image, chunk))) continue;
    return Buffer.concat([image.subarray(0, chunk.start), image.subarray(chunk.end)]);
  }
  return png;
}

/** Whether a profile is a small one of a camera when it is decompressed. Before it there are its name, a zero byte, and the method. */
function hasUsualProfile(data: Buffer): boolean {
  try {
    return isUsualProfile(
      loadZlib().inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: maxProfileBytes }),
    );
  } catch {
    return false;
  }
}

/** @throws RangeError for one that ends too early */
function isUsualProfile(profile: Buffer): boolean {
  const count = profile.readUInt32BE(profileHeaderBytes);
  const first = profileHeaderBytes + 4;
  if (profile.readUInt32BE(0) !== profile.length || profile.toString('latin1', 36, 40) !== 'acsp') return false;
  for (let at = first; at < first + count * profileTagBytes; at += profileTagBytes) {
    if (!profileTags.test(profile.toString('latin1', at, at + 4))) return false;
    if (profile.readUInt32BE(at + 4) + profile.readUInt32BE(at + 8) > profile.length) return false;
  }
  return count > 0;
}

/** The same image, which is one of `readPixels`, with its transparent pixels on white, as those who cannot show any have to. */
export function onWhite(png: Uint8Array): Uint8Array {
  const image = bufferOf(png);
  const { data, rowLength } = rowsOf(image);
  let isOpaque = true;
  for (let start = 0; start + rowLength < data.length; start += rowLength + 1) {
    for (let at = start + 1; at <= start + rowLength; at += bytesPerPixel) {
      const opacity = data[at + 3] ?? 0;
      if (opacity === 255) continue;
      isOpaque = false;
      for (let channel = at; channel < at + 3; channel += 1) {
        data[channel] = whitened(data[channel], opacity);
      }
      data[at + 3] = 255;
    }
  }
  if (isOpaque) return png;
  const others = [...chunksOf(image)].filter(({ type }) => type !== dataType);
  const [end = image, ...before] = others.map(({ start, end }) => image.subarray(start, end)).reverse();
  const pixels = toChunk(dataType, loadZlib().deflateSync(data, { level: 0 }));
  return Buffer.concat([signature, ...before.reverse(), pixels, end]);
}

function whitened(channel = 0, opacity = 0): number {
  return Math.round(255 + ((channel - 255) * opacity) / 255);
}

function toChunk(type: number, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + chunkOverhead);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(type, 4);
  data.copy(chunk, 8);
  chunk.writeUInt32BE(loadZlib().crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The color that most pixels of a small PNG image (8 bits, RGBA) are close to, as `#rrggbb`. Transparent pixels count as white. */
export function dominantColor(png: Uint8Array): string {
  const groups = new Map<number, { count: number; sums: [number, number, number] }>();
  for (const [red, green, blue] of readPixels(png)) {
    const name = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const group = groups.get(name) ?? { count: 0, sums: [0, 0, 0] };
    group.count += 1;
    group.sums = [group.sums[0] + red, group.sums[1] + green, group.sums[2] + blue];
    groups.set(name, group);
  }
  const largest = [...groups.values()].reduce((one, other) => (other.count > one.count ? other : one));
  const [red, green, blue] = largest.sums.map((sum) => Math.round(sum / largest.count));
  return Bun.color([red ?? 0, green ?? 0, blue ?? 0], 'hex') ?? '';
}

/**
 * The pixels of a PNG image that the runtime has encoded without compression: 8 bits, RGBA, not interlaced, no filters.
 * Transparent ones are shown on white.
 */
export function* readPixels(png: Uint8Array): Generator<readonly [red: number, green: number, blue: number]> {
  const { data, rowLength } = rowsOf(bufferOf(png));
  for (let start = 0; start + rowLength < data.length; start += rowLength + 1) {
    for (let at = start + 1; at <= start + rowLength; at += bytesPerPixel) {
      const shown = (channel: number) => whitened(data[channel], data[at + 3]);
      yield [shown(at), shown(at + 1), shown(at + 2)];
    }
  }
}

/** Each row has a byte more at its beginning, its filter, which is none. */
function rowsOf(image: Buffer): { data: Buffer; rowLength: number } {
  const header = image.subarray(signatureLength + 8);
  if (header[8] !== 8 || header[9] !== 6 || header[12] !== 0) throw new Error('the PNG image is not in the form RGBA');
  const rowLength = header.readUInt32BE(0) * bytesPerPixel;
  const parts = [...chunksOf(image)].flatMap((chunk) => (chunk.type === dataType ? [dataOf(image, chunk)] : []));
  const data = loadZlib().inflateSync(Buffer.concat(parts));
  for (let start = 0; start < data.length; start += rowLength + 1) {
    if (data[start] !== 0) throw new Error('the PNG image has filters');
  }
  return { data, rowLength };
}

interface Chunk {
  /** The four letters as a number. */
  readonly type: number;
  /** Where the chunk begins and ends in the file. */
  readonly start: number;
  readonly end: number;
}

function* chunksOf(image: Buffer): Generator<Chunk> {
  for (let start = signatureLength; start + chunkOverhead <= image.length; ) {
    // The last chunk of an incomplete image ends with it.
    const end = Math.min(start + chunkOverhead + image.readUInt32BE(start), image.length);
    yield { type: image.readUInt32BE(start + 4), start, end };
    start = end;
  }
}

function dataOf(image: Buffer, { start, end }: Chunk): Buffer {
  return image.subarray(start + 8, end - 4);
}

function bufferOf(png: Uint8Array): Buffer {
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
}

function numberOf(type: string): number {
  return Buffer.from(type, 'latin1').readUInt32BE();
}
