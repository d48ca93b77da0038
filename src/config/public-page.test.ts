import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawAnimal } from '../../tests/support/data/picture.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { ConfigError, readConfig } from './config.ts';
import { logoFile } from './logo-file.ts';
import { publicPageOf } from './public-page.ts';

const scratch = makeScratchFolder();
afterAll(() => scratch.remove());

function store(name: string, content: string | Uint8Array): string {
  const path = join(scratch.path, name);
  writeFileSync(path, content);
  return path;
}

const errorsOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
};

test('the page is off by default, and on with its own look', () => {
  expect(publicPageOf(readConfig({}))).toBeUndefined();
  const env = {
    PETSTORE_PUBLIC_PAGE: 'on',
    PETSTORE_PUBLIC_NAME: 'Tierheim Aachen',
    PETSTORE_PUBLIC_COLOR: '#F80',
    PETSTORE_PUBLIC_TEXT: 'Willkommen!\n\nBis bald.',
    PETSTORE_PUBLIC_CONTACT: '+49 241 (123) 45-6',
    PETSTORE_PUBLIC_LANGUAGE: 'fr, de',
  };
  expect(publicPageOf(readConfig(env))).toEqual({
    name: 'Tierheim Aachen',
    color: '#ff8800',
    text: 'Willkommen!\n\nBis bald.',
    contact: 'tel:+49241123456',
    languages: ['fr', 'de'],
    frameOrigins: [],
  });
});

test.each([
  ['https://example.org/kontakt', 'https://example.org/kontakt'],
  ['adopt@example.org', 'mailto:adopt@example.org'],
  ['0241 12345', 'tel:024112345'],
])('%s is a contact', (text, address) => {
  expect(publicPageOf(readConfig({ PETSTORE_PUBLIC_PAGE: 'on', PETSTORE_PUBLIC_CONTACT: text }))?.contact).toBe(
    address,
  );
});

test('each invalid setting is reported, also while the page is off', () => {
  const settings = {
    PETSTORE_PUBLIC_PAGE: 'yes',
    PETSTORE_PUBLIC_NAME: 'x'.repeat(101),
    PETSTORE_PUBLIC_COLOR: 'teal',
    PETSTORE_PUBLIC_LOGO: join(scratch.path, 'missing.png'),
    PETSTORE_PUBLIC_TEXT: 'a\u0000b',
    PETSTORE_PUBLIC_CONTACT: 'javascript:alert(1)',
    PETSTORE_PUBLIC_LANGUAGE: 'en,it',
  };
  const errors = errorsOf(settings);
  expect(errors.map((error) => error.split(' ')[0])).toEqual(Object.keys(settings));
  expect(errors).toContain('PETSTORE_PUBLIC_COLOR (--public-color) must be a color such as #0f766e');
});

describe('a logo', () => {
  const png = drawAnimal(1, 120, 60).bytes;

  test('has the type of its image', async () => {
    const files: [string, string, string | Uint8Array][] = [
      ['image/png', 'a.png', png],
      ['image/jpeg', 'a.jpg', await new Bun.Image(png).jpeg({ quality: 80 }).bytes()],
      ['image/webp', 'a.webp', await new Bun.Image(png).webp({ quality: 80 }).bytes()],
      ['image/svg+xml', 'a.svg', '<?xml version="1.0"?>\n<svg xmlns="x" viewBox="0 0 120 60"><g/></svg>'],
    ];
    for (const [type, name, content] of files) {
      const base64 = Buffer.from(content).toString('base64');
      expect([name, logoFile(store(name, content))]).toEqual([name, { value: { type, base64 } }]);
    }
  });

  test.each([
    ['a text', 'Hello', 'but'],
    ['an empty file', '', 'but'],
    ['a large file', new Uint8Array(256 * 1_024 + 1), 'has 262145 bytes'],
  ])('is not %s', (_, content, reason) => {
    const reading = logoFile(store('logo', content));
    expect(reading).toEqual({ mustBe: expect.stringMatching(new RegExp(`^a readable PNG.*${reason}`)) });
  });
});
