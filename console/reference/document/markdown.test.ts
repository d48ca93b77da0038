import { expect, test } from 'bun:test';
import committed from '../../../openapi.json' with { type: 'json' };
import { type Inline, listHeadings, readInline, readMarkdown } from './markdown.ts';

test('splits text into headings, paragraphs, lists and code', () => {
  const text =
    '# One ##\nfirst\nsecond\n\n- a\n  more\n* b\n\n1. c\n2. d\n```js\n# no heading\n\n```\nlast\n## Two words!';
  expect(readMarkdown(text.replaceAll('\n', '\r\n'))).toEqual([
    { kind: 'heading', level: 1, text: 'One', slug: 'one' },
    { kind: 'paragraph', content: [{ kind: 'text', text: 'first\nsecond' }] },
    {
      kind: 'list',
      isOrdered: false,
      items: [[{ kind: 'text', text: 'a more' }], [{ kind: 'text', text: 'b' }]],
    },
    { kind: 'list', isOrdered: true, items: [[{ kind: 'text', text: 'c' }], [{ kind: 'text', text: 'd' }]] },
    { kind: 'code', text: '# no heading\n' },
    { kind: 'paragraph', content: [{ kind: 'text', text: 'last' }] },
    { kind: 'heading', level: 2, text: 'Two words!', slug: 'two-words' },
  ]);
});

test('recognizes code, emphasis and links within a line', () => {
  expect(readInline('Take `a*b*`, **all** or *one* of [these](https://example.org/a?b=c).')).toEqual([
    { kind: 'text', text: 'Take ' },
    { kind: 'code', text: 'a*b*' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'all' },
    { kind: 'text', text: ' or ' },
    { kind: 'emphasis', text: 'one' },
    { kind: 'text', text: ' of ' },
    { kind: 'link', text: 'these', href: 'https://example.org/a?b=c' },
    { kind: 'text', text: '.' },
  ]);
});

test('links a bare URL, without the punctuation after it', () => {
  expect(readInline('See (https://example.org/a).')).toContainEqual({
    kind: 'link',
    text: 'https://example.org/a',
    href: 'https://example.org/a',
  });
});

test.each(['[x](javascript:alert(1))', '[x](data:text/html,x)', '[x](//example.org)', '<b onclick="x()">y</b>'])(
  '%s stays plain text',
  (text) => {
    const shown = readInline(text).map((part: Inline) => part.text);
    expect(readInline(text).every(({ kind }) => kind === 'text')).toBe(true);
    expect(shown.join('')).toBe(text);
  },
);

test('an unclosed fence ends with the text, and an empty text has no blocks', () => {
  expect(readMarkdown('```\na')).toEqual([{ kind: 'code', text: 'a' }]);
  expect(readMarkdown('')).toEqual([]);
});

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
  const plain = texts.flatMap((text) =>
    readMarkdown(text).flatMap((block) => {
      const lines = block.kind === 'paragraph' ? [block.content] : block.kind === 'list' ? block.items : [];
      return lines.flatMap((line) => line.filter(({ kind }) => kind === 'text').map((part) => part.text));
    }),
  );
  // Tables, block quotes, images, HTML, strikethrough and unclosed marks.
  const unread = plain.filter((text) => /^\s*[|>]|!\[|\]\(|<\/?[a-z]|~~|`|\*|__|^\s*[-=]{3,}$/im.test(text));
  expect(unread).toEqual([]);
});
