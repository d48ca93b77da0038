const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const signatureLength = signature.length;
/** Length, type and checksum. */
const chunkOverhead = 12;
const bytesPerPixel = 4;
/** Profiles of cameras and phones have up to 4 KiB; without them colors would shift. */
const maxProfileBytes = 4_096;

/** Loaded with the first photo: a start of the service needs none of it, and it takes milliseconds to load. */
const loadZlib = () => process.getBuiltinModule('node:zlib');

/** What the decoder needs, and what says how the image is turned and which colors it means. */
const decodedChunks: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'sRGB',
  'gAMA',
  'cHRM',
  'eXIf',
]);

/** The same image, if it is a PNG image, without texts and large profiles: decompressed, each can take a thousand times as much. */
export function withoutTexts(image: Buffer): Buffer {
  if (!image.subarray(0, signatureLength).equals(signature)) return image;
  const chunks = [...chunksOf(image)];
  const kept = chunks.filter(({ type, data }) => decodedChunks.has(type) || (type === 'iCCP' && isSmallProfile(data)));
  if (kept.length === chunks.length) return image;
  return Buffer.concat([signature, ...kept.map(({ start, end }) => image.subarray(start, end))]);
}

/** The same PNG image without its color profile, if that is large enough to hide something. */
export function withoutLargeProfile(png: Uint8Array): Uint8Array {
  const large = [...chunksOf(png)].find(({ type, data }) => type === 'iCCP' && !isSmallProfile(data));
  if (large === undefined) return png;
  return Buffer.concat([png.subarray(0, large.start), png.subarray(large.end)]);
}

/** Whether a profile is small when it is decompressed. Before it there are its name, a zero byte, and the method. */
function isSmallProfile(data: Buffer): boolean {
  try {
    return loadZlib().inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: maxProfileBytes }).length > 0;
  } catch {
    return false;
  }
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
  const chunks = [...chunksOf(png)];
  const header = Buffer.from(chunks[0]?.data ?? []);
  if (header[8] !== 8 || header[9] !== 6 || header[12] !== 0) throw new Error('the PNG image is not in the form RGBA');
  const rowLength = header.readUInt32BE(0) * bytesPerPixel;
  const data = loadZlib().inflateSync(
    Buffer.concat(chunks.flatMap(({ type, data: part }) => (type === 'IDAT' ? [part] : []))),
  );
  for (let start = 0; start + rowLength < data.length; start += rowLength + 1) {
    if (data[start] !== 0) throw new Error('the PNG image has filters');
    for (let at = start + 1; at <= start + rowLength; at += bytesPerPixel) {
      const opacity = (data[at + 3] ?? 0) / 255;
      const onWhite = (channel: number | undefined) => Math.round((channel ?? 0) * opacity + 255 * (1 - opacity));
      yield [onWhite(data[at]), onWhite(data[at + 1]), onWhite(data[at + 2])];
    }
  }
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** Where the chunk begins and ends in the file. */
  readonly start: number;
  readonly end: number;
}

function* chunksOf(png: Uint8Array): Generator<Chunk> {
  const buffer = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  for (let start = signatureLength; start + chunkOverhead <= buffer.length; ) {
    const end = start + chunkOverhead + buffer.readUInt32BE(start);
    yield {
      type: buffer.toString('latin1', start + 4, start + 8),
      data: buffer.subarray(start + 8, end - 4),
      start,
      end,
    };
    start = end;
  }
}
