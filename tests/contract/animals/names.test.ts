import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import document from '../../../openapi.json' with { type: 'json' };
import { startApp, type TestApp } from '../../support/app.ts';
import { refusalOf } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

/** Names of animals, categories and keys must contain a visible character. */
let service: TestApp;

const send: TestApp['send'] = (...given) => service.send(...given);

const named: readonly [what: string, give: (name: string) => Promise<Response>][] = [
  ['an animal', (name) => send('POST', '/v1/pets', { name, categoryId: 1 })],
  ['an animal that is there', (name) => send('PATCH', '/v1/pets/1', { name })],
  ['a category', (name) => send('PUT', '/v1/categories/1', { name })],
  ['a key', (name) => send('POST', '/v1/keys', { name, role: 'reader' })],
];

const visible = ['\u200bRex\u2060', ' Rex ', 'نور\u200f', '👩\u200d🚒', '❤\ufe0f', 'a\u00adb', '\u{1f415}', '·'];

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    await send('POST', '/v1/pets', { name: 'Frank', categoryId: 1 });
  });
  afterAll(() => service.close());

  test.each(named)('%s keeps every visible name unchanged', async (_, give) => {
    for (const name of visible) {
      const response = await give(name);
      expect([response.status < 300, (await bodyOf<{ name: string }>(response)).name]).toEqual([true, name]);
    }
  });

  onOneEngine(engine, () => {
    // The unit test of the schema has every character that cannot be seen.
    test.each(named)('%s cannot have a name that cannot be seen', async (_, give) => {
      expect(await refusalOf(await give(' \u200b\u2800\ufe0f\u{e0041}\u2060\u2009'))).toEqual({
        status: 400,
        code: 'validation_failed',
        message: 'Invalid request body. name must contain a visible character and no control characters.',
      });
    });
  });
});

test('every pattern works without lookaround assertions', () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  );
  expect(patterns.length).toBeGreaterThan(5);
  // RE2, which many languages use, supports neither, nor code points in braces.
  for (const pattern of patterns) expect(pattern).not.toMatch(/\(\?[=!<]|\\[1-9kpP]|\\u\{/);
});
