import { deflateSync } from 'node:zlib';
import { readPixels } from '../../../src/photo-files/png.ts';
import { pngChunk, pngOf } from './png-file.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** A PNG image with the color of each pixel. */
export function makePng(width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer {
  const rowLength = 1 + width * 3;
  const rows = Buffer.alloc(height * rowLength);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colorAt(x, y), y * rowLength + 1 + x * 3);
  }
  return pngOf(width, height, deflateSync(rows, { level: 1 }));
}

/** A JPEG image whose quarters have these colors: top left, top right, bottom left, bottom right. */
export async function makeJpeg(width: number, height: number, quarters: readonly Color[] = plain): Promise<Buffer> {
  const colorAt = (x: number, y: number) => quarters[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? gray;
  return await new Bun.Image(makePng(width, height, colorAt)).jpeg({ quality: 95 }).buffer();
}

const gray: Color = [128, 128, 128];
const plain: readonly Color[] = [gray, gray, gray, gray];

/** A gray progressive JPEG image in so many scans, each of which goes over all its pixels. A side has 8 or 4096 of them. */
export function makeScans(count: number, side: 8 | 4096 = 8): Buffer {
  const segment = (marker: number, ...content: number[]) =>
    Buffer.from([0xff, marker, 0, content.length + 2, ...content]);
  /** A Huffman table with one code, which is one bit. */
  const table = (id: number, symbol: number) => segment(0xc4, id, 1, ...Array(15).fill(0), symbol);
  const blocks = (side / 8) ** 2;
  // A difference of 0 for each block. The end of one block, or of 16,384 blocks with 14 more bits.
  const [first, other] = [Buffer.alloc(Math.ceil(blocks / 8)), Buffer.alloc(side === 8 ? 1 : (blocks / 16_384) * 2)];
  // Each bit of each coefficient has a scan.
  const scans = Array.from({ length: count - 1 }, (_, index) => {
    const [coefficient, bit] = [1 + Math.floor(index / 14), 13 - (index % 14)];
    const approximation = bit === 13 ? bit : (bit + 1) * 16 + bit;
    return [segment(0xda, 1, 1, 0, coefficient, coefficient, approximation), other];
  });
  const frame = segment(0xc2, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0);
  const tables = [segment(0xdb, 0, ...Array(64).fill(1)), table(0x00, 0), table(0x10, side === 8 ? 0 : 0xe0)];
  const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
  return Buffer.concat([start, ...tables, frame, segment(0xda, 1, 1, 0, 0, 0, 0), first, ...scans.flat(), end]);
}

/** A JPEG image with a segment after its beginning. */
export function withSegment(jpeg: Uint8Array, marker: number, content: Uint8Array): Buffer {
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xff00 | marker, 0);
  segment.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, content, jpeg.subarray(2)]);
}

/** A JPEG image with EXIF data: how it is to be turned, and the place where it was taken. */
export function withExif(jpeg: Uint8Array, orientation: number, place: string): Buffer {
  return withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation, place)]));
}

/** The same PNG image, turned as its EXIF data say. */
export function withPngExif(png: Uint8Array, orientation: number): Buffer {
  return withChunk(png, 'eXIf', exifOf(orientation, 'somewhere'));
}

/** A PNG image with another chunk after its header. */
export function withChunk(png: Uint8Array, type: string, data: Buffer): Buffer {
  const headerEnd = 8 + 25;
  return Buffer.concat([png.subarray(0, headerEnd), pngChunk(type, data), png.subarray(headerEnd)]);
}

function exifOf(orientation: number, place: string): Buffer {
  const tiff = Buffer.alloc(80 + place.length);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  writeEntry(tiff, 10, { tag: 0x0112, type: 3, count: 1, value: orientation });
  writeEntry(tiff, 22, { tag: 0x8825, type: 4, count: 1, value: 40 });
  // The directory of the place: GPSLatitudeRef, then GPSAreaInformation.
  tiff.writeUInt16LE(2, 40);
  writeEntry(tiff, 42, { tag: 1, type: 2, count: 2, value: 0x4e });
  writeEntry(tiff, 54, { tag: 28, type: 7, count: place.length, value: 80 });
  tiff.write(place, 80, 'latin1');
  return tiff;
}

/** A color profile (ICC.1) with one tag, incompressible and the same in each run. */
export function colorProfile(sizeBytes: number, tag = 'desc'): Buffer {
  const profile = Buffer.from(Array.from({ length: sizeBytes }, (_, at) => Math.imul(at, 2_654_435_761) >>> 24));
  profile.writeUInt32BE(sizeBytes, 0);
  profile.write('acsp', 36, 'latin1');
  profile.writeUInt32BE(1, 128);
  profile.write(tag, 132, 'latin1');
  profile.writeUInt32BE(144, 136);
  profile.writeUInt32BE(sizeBytes - 144, 140);
  return profile;
}

interface Entry {
  tag: number;
  type: number;
  count: number;
  value: number;
}

function writeEntry(tiff: Buffer, at: number, { tag, type, count, value }: Entry): void {
  tiff.writeUInt16LE(tag, at);
  tiff.writeUInt16LE(type, at + 2);
  tiff.writeUInt32LE(count, at + 4);
  tiff.writeUInt32LE(value, at + 8);
}

/** The colors of the quarters of an image, in the order of `makeJpeg`. */
export async function readQuarters(image: Uint8Array): Promise<Color[]> {
  const png = await new Bun.Image(image)
    .resize(2, 2, { fit: 'fill', filter: 'box' })
    .png({ compressionLevel: 0 })
    .buffer();
  return [...readPixels(png)];
}
