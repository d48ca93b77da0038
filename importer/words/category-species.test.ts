import { expect, test } from 'bun:test';
import { speciesOfCategory } from './category-species.ts';

test.each([
  ['Dogs', 'Dog'],
  ['Small dogs (senior)', 'Dog'],
  ['Cats and kittens', 'Cat'],
  ['Kittens', 'Cat'],
  ['Katzen', 'Katze'],
  ['perros', 'Perro'],
  ['petits cochons d’Inde', "Cochon d'Inde"],
  ['Guinea pigs, pairs', 'Guinea Pig'],
  ['Kakadu', 'Kakadu'],
  ['Dogs & cats', undefined],
  ['Cats, puppies', undefined],
  ['Bull terriers', undefined],
  ['Furry friends', undefined],
  ['Available', undefined],
  ['', undefined],
])('the category %p has the species %p', (name, species) => {
  expect(speciesOfCategory(name)).toBe(species);
});
