import type { Meaning } from './meanings.ts';
import { type Reading, readWord } from './words.ts';

export interface SexReading {
  readonly sex?: 'female' | 'male' | 'unknown';
  readonly neutered?: boolean;
}

/**
 * The sex, and whether the animal is neutered, in any order: `Spayed Female`, `Female (Spayed)`, `MN`, `männlich kastriert`.
 * "Neutered" alone is said of males, "spayed" of females.
 */
export function readSex(text: string): Reading<SexReading> {
  const whole = readWord('sex', text);
  const senses = new Set<Meaning<'sex'> | 'nothing'>(whole === undefined ? readPhrases(text) : [whole]);
  if (senses.size === 0) return undefined;
  const plain = (['female', 'male'] as const).filter((sex) => senses.has(sex));
  const implied = (['female', 'male'] as const).filter(
    (sex) => senses.has(`${sex} neutered`) || senses.has(`${sex} intact`),
  );
  const surgeries = (['neutered', 'intact'] as const).filter((word) =>
    [...senses].some((sense) => sense.endsWith(word)),
  );
  // A word for the sex itself counts more than one that implies it.
  const [sex, otherSex] = plain.length > 0 ? plain : senses.has('unknown') ? (['unknown'] as const) : implied;
  const [surgery, contrary] = surgeries;
  if (otherSex !== undefined || contrary !== undefined) return undefined;
  if (sex === undefined && surgery === undefined) return 'nothing';
  return { ...(sex !== undefined && { sex }), ...(surgery !== undefined && { neutered: surgery === 'neutered' }) };
}

/** Whether the animal is neutered, as a flag or in the words of a sex: `ja`, `Spayed`, `unkastriert`. */
export function readNeutered(text: string): Reading<boolean> {
  const flag = readWord('flag', text);
  if (flag !== undefined) return flag === 'nothing' ? flag : flag === 'yes';
  const read = readSex(text);
  return typeof read === 'object' ? read.neutered : read;
}

/** Longer cells are prose. */
const maxSexWords = 6;

/** The senses of all words, of which neighbours may form one: "not neutered". None if a word is not known. */
function readPhrases(text: string): Exclude<Reading<Meaning<'sex'>>, undefined>[] {
  const words = text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}♀♂]+/u)
    .filter((word) => word !== '');
  const senses: Exclude<Reading<Meaning<'sex'>>, undefined>[] = [];
  for (let start = 0; start < words.length && words.length <= maxSexWords; ) {
    const ends = words.slice(start).map((_, index) => words.length - index);
    const found = ends.map((end) => ({ end, sense: readWord('sex', words.slice(start, end).join('')) }));
    const longest = found.find(({ sense }) => sense !== undefined);
    if (longest?.sense === undefined) return [];
    senses.push(longest.sense);
    start = longest.end;
  }
  return senses;
}
