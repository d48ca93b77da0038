import { readFileSync } from 'node:fs';
import type { Logo } from '../adopt/look.ts';
import { messageOf } from '../lib/errors.ts';
import type { Reading } from './values.ts';

export const maxLogoKibibytes = 256;
const mustBe = `a readable PNG, JPEG, WebP or SVG image of at most ${maxLogoKibibytes} KiB`;

interface Format {
  readonly type: string;
  matches(bytes: Buffer): boolean;
  /** `undefined` where the file has no usable size. */
  sizeOf(bytes: Buffer): readonly [width: number, height: number] | undefined;
}

const formats: readonly Format[] = [
  {
    type: 'image/png',
    matches: (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
    sizeOf: (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
  },
  {
    type: 'image/jpeg',
    matches: (bytes) => bytes.readUInt16BE(0) === 0xff_d8,
    sizeOf: sizeOfJpeg,
  },
  {
    type: 'image/webp',
    matches: (bytes) => /^RIFF.{4}WEBPVP8/s.test(bytes.subarray(0, 16).toString('latin1')),
    sizeOf: sizeOfWebp,
  },
  {
    type: 'image/svg+xml',
    matches: (bytes) => /<svg[\s>]/.test(bytes.toString('utf8')),
    sizeOf: sizeOfSvg,
  },
];

/** A logo with its size, so that a page can reserve its space. Nothing is decoded: the operator's own file is trusted. */
export function logoFile(path: string): Reading<Logo> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { mustBe: `${mustBe}: ${messageOf(error)}` };
  }
  if (bytes.length > maxLogoKibibytes * 1_024) return { mustBe: `${mustBe}, but ${path} has ${bytes.length} bytes` };
  const [type, size] = inspect(bytes) ?? [];
  if (type === undefined || size === undefined) return { mustBe: `${mustBe}, but ${path} is none` };
  const [width, height] = size;
  return { value: { type, base64: bytes.toString('base64'), width, height } };
}

function inspect(bytes: Buffer): readonly [type: string, size: readonly [number, number]] | undefined {
  try {
    const format = formats.find(({ matches }) => matches(bytes));
    const [width = 0, height = 0] = format?.sizeOf(bytes) ?? [];
    return format !== undefined && width > 0 && height > 0 ? [format.type, [width, height]] : undefined;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The frame header (SOF), which follows other segments. */
function sizeOfJpeg(bytes: Buffer): readonly [number, number] | undefined {
  let position = 2;
  while (position + 9 < bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(position + 7), bytes.readUInt16BE(position + 5)];
    position += 2 + bytes.readUInt16BE(position + 2);
  }
  return undefined;
}

/** Lossy (`VP8 `), lossless (`VP8L`) and extended (`VP8X`) files have their sizes in different forms. */
function sizeOfWebp(bytes: Buffer): readonly [number, number] {
  const kind = bytes.subarray(12, 16).toString('latin1');
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
}

function sizeOfSvg(bytes: Buffer): readonly [number, number] | undefined {
  const [tag = ''] = /<svg[\s>][^>]*/.exec(bytes.toString('utf8')) ?? [];
  const [, , , width, height] =
    /\sviewBox\s*=\s*["']\s*([\d.-]+)[\s,]+([\d.-]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag) ?? [];
  if (width !== undefined) return [Number(width), Number(height)];
  const numberOf = (name: string) => Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1]);
  return [numberOf('width'), numberOf('height')];
}
