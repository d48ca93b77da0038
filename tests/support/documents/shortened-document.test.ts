import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { shortenDocument } from './shortened-document.ts';

test('a shortened document has the chosen operations, what they refer to, and every digit', async () => {
  const whole = await Bun.file(join(import.meta.dir, '../../../openapi.json')).text();
  const text = shortenDocument(whole, ['createPet', 'getInventory']);
  const { paths, components } = JSON.parse(text);
  expect(Object.entries(paths).map(([path, item]) => [path, Object.keys(item as object)])).toEqual([
    ['/pets', ['post']],
    ['/store/inventory', ['get']],
  ]);
  const references = [...text.matchAll(/"#\/components\/([^/"]+)\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  for (const [, kind = '', name = ''] of references) expect(components[kind]).toHaveProperty([name]);
  expect(Object.keys(components.schemas)).not.toContain('Webhook');
  expect(shortenDocument('{"x-largest":9223372036854775807}', [])).toContain('9223372036854775807');
});
