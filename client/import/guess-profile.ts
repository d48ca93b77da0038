import { type ProfileField, profileFields } from './profile-cells.ts';

/** Usual names of columns, in small letters and without anything but letters and digits. */
const usualNames: Partial<Record<ProfileField, readonly string[]>> = {
  description: ['description', 'about', 'bio', 'notes'],
  species: ['species', 'animaltype'],
  breed: ['breed', 'primarybreed', 'breeds'],
  color: ['color', 'colour', 'primarycolor'],
  coat: ['coat', 'coattype'],
  sex: ['sex', 'gender', 'sexuponoutcome', 'sexuponintake'],
  birthDate: ['dateofbirth', 'dob', 'born', 'birthday'],
  neutered: ['neutered', 'spayedneutered', 'altered', 'fixed'],
  vaccinated: ['vaccinated', 'shotscurrent'],
  houseTrained: ['housetrained', 'housebroken'],
  'goodWith.children': ['goodwithchildren', 'goodwithkids'],
  tags: ['tags', 'keywords'],
  location: ['location', 'branch', 'shelter', 'site'],
  arrivedOn: ['arrivedon', 'intakedate', 'datein', 'arrivaldate'],
  fee: ['fee', 'adoptionfee', 'price'],
  reference: ['reference', 'animalid', 'microchip', 'chipnumber', 'sheltercode', 'animalcode'],
};

/** Which fields of a profile the columns of a file give, by their names. A field has at most one column. */
export function guessProfileColumns(columns: readonly string[]): ReadonlyMap<number, ProfileField> {
  const plain = columns.map((column) => toPlain(column));
  const guesses = new Map<number, ProfileField>();
  for (const field of profileFields) {
    const names = [toPlain(field), ...(usualNames[field] ?? [])];
    const places = names.map((name) => plain.indexOf(name));
    const place = places.find((found) => found >= 0 && !guesses.has(found));
    if (place !== undefined) guesses.set(place, field);
  }
  return guesses;
}

function toPlain(column: string): string {
  return column.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
