import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import document from '../../../openapi.json' with { type: 'json' };
import { startApp, type TestApp } from '../../support/app.ts';
import { refusalOf } from '../../support/data/keys.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

/** Names of animals, categories and keys must contain a visible character. */
let service: TestApp;

const send = (method: string, path: string, body: object) =>
  service.fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

const named: readonly [what: string, give: (name: string) => Promise<Response>][] = [
  ['an animal', (name) => send('POST', '/v1/pets', { name, categoryId: 1 })],
  ['an animal that is there', (name) => send('PATCH', '/v1/pets/1', { name })],
  ['a category', (name) => send('PUT', '/v1/categories/1', { name })],
  ['a key', (name) => send('POST', '/v1/keys', { name, role: 'reader' })],
];

const invisible = {
  'a zero width space': '\u200b',
  'a word joiner': '\u2060',
  'a byte-order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'an empty Braille pattern': '\u2800',
  'a Hangul filler': '\u3164',
  'a variation selector': '\ufe0f',
  'blanks of many kinds': ' \u00a0\u1680\u2003\u2028\u202f\u3000',
  'marks of direction': '\u200e\u202e\u2066\u2069',
  'tags, which are beyond the first plane': '\u{e0001}\u{e0041}',
  'musical format characters': '\u{1d173}',
  'all of that': ' \u200b\u{e0041}\u2060\t'.replace('\t', '\u2009'),
};

const visible = ['\u200bRex\u2060', ' Rex ', 'نور\u200f', '👩\u200d🚒', '❤\ufe0f', 'a\u00adb', '\u{1f415}', '·'];

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    await send('POST', '/v1/pets', { name: 'Frank', categoryId: 1 });
  });
  afterAll(() => service.close());

  describe.each(named)('%s', (_, give) => {
    test.each(Object.entries(invisible))('cannot be named by %s', async (_kind, name) => {
      expect(await refusalOf(await give(name))).toEqual({
        status: 400,
        code: 'validation_failed',
        message: 'Invalid request body. name must contain a visible character and no control characters.',
      });
    });

    test.each(visible)('stores the name %j unchanged', async (name) => {
      const response = await give(name);
      expect([response.status < 300, (await bodyOf<{ name: string }>(response)).name]).toEqual([true, name]);
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
