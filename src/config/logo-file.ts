import { readFileSync } from 'node:fs';
import type { Logo } from '../../contract/shelter.ts';
import { messageOf } from '../lib/errors.ts';
import type { Reading } from './values.ts';

export const maxLogoKibibytes = 256;
const mustBe = `a readable PNG, JPEG, WebP or SVG image of at most ${maxLogoKibibytes} KiB`;

/** How files begin, or what is in them. */
const formats: readonly (readonly [type: string, content: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8/],
  ['image/webp', /^RIFF.{4}WEBPVP8/s],
  ['image/svg+xml', /<svg[\s>]/],
];

/** Nothing is decoded: the operator's own file is trusted. */
export function logoFile(path: string): Reading<Logo> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { mustBe: `${mustBe}: ${messageOf(error)}` };
  }
  if (bytes.length > maxLogoKibibytes * 1_024) return { mustBe: `${mustBe}, but ${path} has ${bytes.length} bytes` };
  const text = bytes.toString('latin1');
  const [type] = formats.find(([, content]) => content.test(text)) ?? [];
  if (type === undefined) return { mustBe: `${mustBe}, but ${path} is none` };
  return { value: { type, base64: bytes.toString('base64') } };
}
