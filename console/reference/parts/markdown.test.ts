import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import committed from '../../../openapi.json' with { type: 'json' };
import { listHeadings, MarkdownLine, MarkdownView } from './markdown.tsx';

const shown = (text: string) =>
  renderToStaticMarkup(createElement(MarkdownView, { text, order: 2 })).replace(
    /^<div class="markdown">(.*)<\/div>$/s,
    '$1',
  );
const line = (text: string) => renderToStaticMarkup(createElement(MarkdownLine, { text }));

test('splits text into headings, paragraphs, lists and code', () => {
  const text =
    '## One ##\nfirst\nsecond 2. b\n\n- a\n  more\n* b\n\n1. c\n2. d\n```js\n# no heading\n\n```\nlast\n### Two words!';
  expect(shown(text)).toBe(
    '<h2>One</h2><p>first\nsecond 2. b</p><ul><li>a more</li><li>b</li></ul><ol><li>c</li><li>d</li></ol>' +
      '<pre><code># no heading\n</code></pre><p>last</p><h3>Two words!</h3>',
  );
  expect(shown('')).toBe('');
});

test('recognizes code, emphasis and links within a line', () => {
  expect(line('Take `a*b*`, **all** or *one* of [these](https://example.org/a?b=c).')).toBe(
    'Take <code>a*b*</code>, <strong>all</strong> or <em>one</em> of ' +
      '<a href="https://example.org/a?b=c" rel="noreferrer">these</a>.',
  );
  expect(line('See (https://example.org/a).')).toBe(
    'See (<a href="https://example.org/a" rel="noreferrer">https://example.org/a</a>).',
  );
});

test.each(['[x](javascript:alert(1))', '[x](data:text/html,x)', '[x](//example.org)'])(
  '%s stays plain text',
  (text) => {
    expect(line(text)).toBe(text);
    expect(line('<b onclick="x()">y</b>')).not.toContain('<b');
  },
);

test('lists headings with their slugs', () => {
  expect(listHeadings('a\n\n## Deprecation policy\n\n## Zwei Wörter')).toEqual([
    { slug: 'deprecation-policy', text: 'Deprecation policy' },
    { slug: 'zwei-wörter', text: 'Zwei Wörter' },
  ]);
});

test('the document uses no Markdown that would be shown as plain text', () => {
  const texts: string[] = [];
  const gather = (value: unknown, name = ''): void => {
    if (name === 'description' && typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) gather(inner, key);
  };
  gather(committed);
  expect(texts.length).toBeGreaterThan(200);
  const plain = texts.map((text) =>
    shown(text)
      .replaceAll(/<(code|pre)>.*?<\/\1>/gs, '')
      .replaceAll(/<[^>]*>/g, '\n')
      .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ({ lt: '<', gt: '>' })[name] ?? ''),
  );
  // Tables, block quotes, images, HTML, strikethrough and unclosed marks.
  const unread = plain.filter((text) => /^\s*[|>]|!\[|\]\(|<\/?[a-z]|~~|`|\*|__|^\s*[-=]{3,}$/im.test(text));
  expect(unread).toEqual([]);
  const words = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  // Nothing of a text is lost, but addresses that links have in place of words.
  const lost = texts.filter((text) => !text.includes('](') && words(line(text)) !== '' && shown(text) === '');
  expect(lost).toEqual([]);
});
