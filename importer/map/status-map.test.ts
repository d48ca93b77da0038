import { expect, test } from 'bun:test';
import { parseStatusMap, splitList } from './status-map.ts';

test('entries are separated by commas, and their texts folded', () => {
  const map = parseStatusMap('Adoption=sold, Return to Owner = sold ,*=pending');
  expect([...map]).toEqual([
    ['adoption', 'sold'],
    ['returntoowner', 'sold'],
    ['*', 'pending'],
  ]);
});

test('a text may contain an equals sign or an escaped comma, or be empty', () => {
  expect([...parseStatusMap('a=b=sold,Gone\\, alas=sold,=pending')]).toEqual([
    ['ab', 'sold'],
    ['gonealas', 'sold'],
    ['', 'pending'],
  ]);
});

test('reports all errors together', () => {
  expect(() => parseStatusMap('Adoption,Died=gone,a=sold,Á=sold')).toThrow(
    [
      'The status map\'s entry "Adoption" is not of the form TEXT=STATUS.',
      'The status map\'s entry "Died=gone" must end in available, pending, sold or leave-out.',
      'The status map has two entries for "Á".',
    ].join('\n'),
  );
});

test('parts are separated by commas and trimmed, and a backslash escapes a comma', () => {
  expect(splitList(' name, animal id ,a\\, b')).toEqual(['name', 'animal id', 'a, b']);
});
