import { expect, test } from 'bun:test';
import { generateSchema } from './generate-schema.ts';

test('docs/schema.sql is what the migrations make; otherwise run `npm run generate`', async () => {
  const document = await Bun.file(new URL('../docs/schema.sql', import.meta.url)).text();
  expect(generateSchema(document)).toBe(document);
  const comment = '-- Photos that were removed, until their files are removed, too.\n';
  expect(document).toContain(`${comment}CREATE TABLE removed_media (`);
  const changed = document.replace('removed_at INTEGER', 'gone INTEGER').replace(/CREATE TABLE pet_tags [^;]*;/, '');
  expect(generateSchema(changed).split('\n').sort()).toEqual(document.split('\n').sort());
});
