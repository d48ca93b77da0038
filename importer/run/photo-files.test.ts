import { expect, test } from 'bun:test';
import { PhotoFiles } from './photo-files.ts';

test('files that are named like a reference are its photos, in the order of their numbers, in any case and folder', () => {
  const files = new PhotoFiles(['A7-2.jpg', 'sub/a7_10.PNG', 'sub\\A7.jpeg', 'A70.jpg', 'A7.txt', 'B-12.webp', 'A7']);
  expect(files.ofReference('A7')).toEqual(['sub\\A7.jpeg', 'A7-2.jpg', 'sub/a7_10.PNG']);
  expect([files.ofReference(' b-12 '), files.ofReference('A')]).toEqual([['B-12.webp'], []]);
});

test('a file is found by another case, form of accents, slash, and without its folder', () => {
  const files = new PhotoFiles(['photos/Mu\u0308sli 1.JPG', 'a/same.jpg', 'b/same.jpg', 'x.heic']);
  for (const name of [
    'M\u00fcsli 1.jpg',
    'photos\\m\u00fcsli 1.jpg',
    './photos/M\u00fcsli 1.JPG',
    'C:\\old\\M\u00fcsli 1.jpg',
  ])
    expect(files.find(name)).toBe('photos/Mu\u0308sli 1.JPG');
  expect([files.find('same.jpg'), files.find('B/same.jpg'), files.find('none.jpg')]).toEqual([
    undefined,
    'b/same.jpg',
    undefined,
  ]);
  const alike = new PhotoFiles(['dsc.jpg', 'DSC.JPG']);
  expect(['dsc.jpg', 'DSC.JPG', 'Dsc.jpg'].map((name) => alike.find(name))).toEqual(['dsc.jpg', 'DSC.JPG', undefined]);
});

test('photos that were not used are named, other files are not', () => {
  const files = new PhotoFiles(['b.HEIC', 'a.jpg', 'notes.txt', 'c.png']);
  expect(files.use('C.png')).toBe('c.png');
  expect(files.unused).toEqual(['a.jpg', 'b.HEIC']);
});
