import { expect, test } from 'bun:test';
import { html, raw, scriptJson, xml } from './html.ts';

test('values are escaped in texts and in attributes, also in lists', () => {
  const evil = `"><script>alert('1')</script>&`;
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;&amp;';
  expect(html`<a title="${evil}">${evil}${[evil, [evil]]}</a>`.text).toBe(
    `<a title="${escaped}">${escaped}${escaped}${escaped}</a>`,
  );
});

test('a page has no noncharacters', () => {
  expect(html`<p title="${'\ufffea'}">${'b\u{1ffff}\ufdd0🐈'}</p>`.text).toBe('<p title="a">b🐈</p>');
});

test('markup is kept, numbers are printed, and what is missing becomes nothing', () => {
  expect(html`<p>${html`<b>${'<'}</b>`}${raw('<br>')}${0}${12n}${false}${null}${undefined}${[]}</p>`.text).toBe(
    '<p><b>&lt;</b><br>012</p>',
  );
});

test('XML has no characters that it cannot have', () => {
  expect(xml`<name>${'a\u0000\u0008\uFFFE\uD800b\t🐈&'}</name>`.text).toBe('<name>ab\t🐈&amp;</name>');
});

test('JSON within a script cannot end it, has no noncharacters, and stays the same value', () => {
  const value = { name: '</script><!--<script> & \u2028\u2029 "quoted" a\ufffe\u{1ffff}🐈' };
  const { text } = scriptJson(value);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(text).toEndWith(' a\\ufffe\\ud83f\\udfff🐈"}');
  expect(JSON.parse(text)).toEqual(value);
});
