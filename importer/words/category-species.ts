import { type Meaning, meanings } from './meanings.ts';
import { classes, fold, languages, lazily, wordsOf } from './words.ts';

interface SpeciesWord {
  readonly sense: Meaning<'species'>;
  /** What one animal is called in the language of the word. */
  readonly title: string;
  /** Whether it means the species also among other words: a bull may be a terrier. */
  readonly isPlain: boolean;
}

/** No word of a species has more blanks. */
const maxWords = 4;

/**
 * The species that the name of a category tells, in the language of the name; `undefined` if it tells none, or several.
 * @example speciesOfCategory('Small dogs') // 'Dog'
 */
export function speciesOfCategory(name: string): string | undefined {
  const whole = speciesWords().get(fold(name));
  if (whole !== undefined) return whole.title;
  const words = name.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];
  const found: SpeciesWord[] = [];
  for (let at = 0; at < words.length; ) {
    let end = Math.min(at + maxWords, words.length);
    const wordTo = () => speciesWords().get(fold(words.slice(at, end).join('')));
    while (end > at + 1 && wordTo() === undefined) end -= 1;
    found.push(...[wordTo() ?? []].flat());
    at = end;
  }
  return new Set(found.map(({ sense }) => sense)).size === 1 ? found.find(({ isPlain }) => isPlain)?.title : undefined;
}

/** What species a text is a common word for, in any language: `dogs` and `Hund` are the same one. */
export function speciesNamedBy(text: string): Meaning<'species'> | undefined {
  const word = speciesWords().get(fold(text));
  return word?.isPlain ? word.sense : undefined;
}

/** By their folded texts. Of two languages with the same word the first one counts. */
const speciesWords = lazily(() => {
  const index = new Map<string, SpeciesWord>();
  for (const [language, { values }] of Object.entries(languages)) {
    for (const sense of meanings.species) {
      const words = wordsOf(values.species?.[sense]);
      const [first = sense] = words;
      words.forEach((word, rank) => {
        const isPlain = rank < 2;
        // A cockatoo is a parrot, and stays a cockatoo.
        const title = !isPlain && classes.has(sense) ? word : language === 'en' ? sense : first;
        const folded = fold(word);
        if (!index.has(folded)) {
          index.set(folded, { sense, title: title.charAt(0).toUpperCase() + title.slice(1), isPlain });
        }
      });
    }
  }
  return index;
});
