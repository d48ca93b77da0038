import type { Animal } from '../lib/animals.ts';

/** Shorter words are other words with another letter. */
const minLetters = 4;

/** By what animals are found whose words may be mistyped in this text: the first half of each long word, which must be right. */
export function beginningOf(text: string): string | undefined {
  const words = wordsOf(text);
  if (!words.some((word) => word.length >= minLetters)) return undefined;
  return words
    .map((word) => (word.length >= minLetters ? word.slice(0, Math.max(2, Math.floor(word.length / 2))) : word))
    .join(' ');
}

/** Whether each word of a text begins a word of an animal, with one typo at most. */
export function isNear(text: string, { name, category, profile }: Animal): boolean {
  const { breed = '', species = '', color = '', tags = [] } = profile;
  const own = wordsOf([name, category.name, breed, species, color, ...tags].join(' '));
  return wordsOf(text).every((word) => own.some((other) => beginsWithin(other, word)));
}

function beginsWithin(whole: string, typed: string): boolean {
  if (whole.startsWith(typed)) return true;
  if (typed.length < minLetters) return false;
  return [-1, 0, 1].some((more) => differByOne(typed, whole.slice(0, typed.length + more)));
}

/** Whether a letter is missing, too many, another one, or two stand in the wrong order. */
function differByOne(one: string, other: string): boolean {
  if (one.length > other.length) return differByOne(other, one);
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  if (one.length < other.length) return one.length + 1 === other.length && one.slice(at) === other.slice(at + 1);
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at];
  return one.slice(at + 1) === other.slice(at + 1) || (isSwapped && one.slice(at + 2) === other.slice(at + 2));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
