import { expect, test } from 'bun:test';
import { draw, wrap } from './svg.ts';

test('a text is broken between words, into lines that fit', () => {
  expect(wrap('one two three', 64)).toEqual(['one two', 'three']);
  expect(wrap('a-word-that-is-too-long', 64)).toEqual(['a-word-that-is-too-long']);
});

test('what stands in a drawing cannot end it', () => {
  const body = (top: number) => ({ parts: [], bottom: top });
  const drawn = draw({ title: 'a < b & c', heading: '</svg>', notes: [], body, foot: '' });
  expect(drawn).toContain('<title>a &lt; b &amp; c</title>');
  expect(drawn.match(/<\/svg>/g)).toHaveLength(1);
});
