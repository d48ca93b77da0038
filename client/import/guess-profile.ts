import { aboutFields, type ProfileField, profileFields } from './profile-cells.ts';

/** Which fields of a profile the columns of a file give, by their names. A field has at most one column. */
export function guessProfileColumns(columns: readonly string[]): ReadonlyMap<number, ProfileField> {
  const plain = columns.map((column) => toPlain(column));
  const guesses = new Map<number, ProfileField>();
  for (const field of profileFields) {
    const names = [toPlain(field), ...aboutFields[field].headings];
    const places = names.map((name) => plain.indexOf(name));
    const place = places.find((found) => found >= 0 && !guesses.has(found));
    if (place !== undefined) guesses.set(place, field);
  }
  const guessed = new Set(guesses.values());
  const time = plain.indexOf('datetime');
  // A time of its own is that of the outcome where the file tells outcomes and no intakes.
  const isOfOutcome = guessed.has('outcomeType') && !plain.some((name) => name.includes('intake'));
  if (time >= 0 && !guesses.has(time) && isOfOutcome && !guessed.has('outcomeOn')) guesses.set(time, 'outcomeOn');
  return guesses;
}

function toPlain(column: string): string {
  return column.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
