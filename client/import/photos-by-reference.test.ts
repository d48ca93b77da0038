import { expect, test } from 'bun:test';
import { photosByReference } from './photos-by-reference.ts';

test('files that are named like a reference are its photos, in the order of their numbers, in any case and folder', () => {
  const find = photosByReference(['A7-2.jpg', 'sub/a7_10.PNG', 'sub\\A7.jpeg', 'A70.jpg', 'A7.txt', 'B-12.webp', 'A7']);
  expect(find('A7')).toEqual(['sub\\A7.jpeg', 'A7-2.jpg', 'sub/a7_10.PNG']);
  expect([find(' b-12 '), find('A')]).toEqual([['B-12.webp'], []]);
});
