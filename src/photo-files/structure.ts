// What the decoder does not look at, or not well enough, in the structure of an image.

const [startOfScan, endOfImage] = [0xda, 0xd9];

/** The scans of a JPEG image; `undefined` if it has no end. An embedded preview has an end of its own. */
export function countScans(jpeg: Buffer): number | undefined {
  let scans = 0;
  for (let at = jpeg.indexOf(0xff); at >= 0; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1];
    if (marker === endOfImage && scans > 0) return scans;
    if (marker === startOfScan) scans++;
    // Those without a length: a byte of the image data, a restart, the beginning of the image.
    const isBare = marker === undefined || marker <= 0x01 || (marker >= 0xd0 && marker <= endOfImage);
    if (marker === 0xff) at += 1;
    else at += isBare || at + 4 > jpeg.length ? 2 : 2 + jpeg.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Whether the data of the first frame of a GIF image reach their end. The decoder would fill what is missing with one color. */
export function hasWholeFrame(gif: Buffer): boolean {
  /** The size of a color table, whose presence and length are in a byte of flags. */
  const tableBytes = (flags = 0) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1));
  /** The end of blocks that each begin with their length, and of which the last one is empty. */
  const skipBlocks = (start: number) => {
    let at = start;
    while ((gif[at] ?? 0) > 0) at += 1 + (gif[at] ?? 0);
    return at + 1;
  };
  const [extension, image] = [0x21, 0x2c];
  let at = 13 + tableBytes(gif[10]);
  while (gif[at] === extension) at = skipBlocks(at + 2);
  return gif[at] === image && skipBlocks(at + 11 + tableBytes(gif[at + 9])) <= gif.length;
}

/** What no image goes on with: where data are missing, the decoder takes these for them, and shows something else. */
export const filler = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 167 + 91) % 255));

/** A JPEG image that has no end, as panoramas of Samsung phones, with one behind more data; another image as it is. */
export function withEnd(jpeg: Buffer, more = Buffer.alloc(0)): Buffer {
  return countScans(jpeg) === undefined ? Buffer.concat([jpeg, more, Buffer.from([0xff, endOfImage])]) : jpeg;
}

const frameHeaderBytes = 16;

/**
 * The first frame of an animated WebP image, as an image of its own, which the decoder can read; another image as it is. The
 * format is that of RFC 9649.
 */
export function withoutAnimation(webp: Buffer): Buffer {
  const frame = [...chunksOf(webp, 12)].find(({ name }) => name === 'ANMF');
  if (frame === undefined || frame.content.length < frameHeaderBytes) return webp;
  const parts = [...chunksOf(frame.content, frameHeaderBytes)].filter(({ name }) =>
    ['ALPH', 'VP8 ', 'VP8L'].includes(name),
  );
  // A frame has its width and height, less one, where an image has them, too.
  const header = Buffer.alloc(10);
  header[0] = parts.some(({ name }) => name === 'ALPH') ? 0x10 : 0;
  frame.content.copy(header, 4, 6, 12);
  const content = Buffer.concat([Buffer.from('WEBP'), ...[{ name: 'VP8X', content: header }, ...parts].map(toChunk)]);
  return toChunk({ name: 'RIFF', content });
}

interface Chunk {
  readonly name: string;
  readonly content: Buffer;
}

function* chunksOf(riff: Buffer, start: number): Generator<Chunk> {
  for (let at = start; at + 8 <= riff.length; ) {
    const end = at + 8 + riff.readUInt32LE(at + 4);
    yield { name: riff.toString('latin1', at, at + 4), content: riff.subarray(at + 8, end) };
    at = end + (end % 2);
  }
}

/** A chunk has an even length. */
function toChunk({ name, content }: Chunk): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}
