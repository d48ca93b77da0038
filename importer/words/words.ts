import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import {
  type HeadingField,
  headingFields,
  type Meaning,
  meanings,
  type Silence,
  silences,
  type ValueField,
  type Words,
} from './meanings.ts';
import { pt } from './pt.ts';

/** Of two languages with the same word the first one counts; they agree in what it stands for. */
export const languages: Readonly<Record<'en' | 'de' | 'es' | 'fr' | 'pt', Words>> = { en, de, es, fr, pt };

/** What a cell says of a field: `nothing` where it says so; `undefined` where the word is not known, and somebody must be asked. */
export type Reading<Sense> = Sense | 'nothing' | undefined;

/** What a heading stands for. Of several columns of one field, that with the lowest `rank` tells most. */
export interface Heading {
  readonly field: HeadingField;
  readonly rank: number;
}

/**
 * A text without what spellings differ in: small letters without accents, digits, and the few signs that are words.
 * @example fold('Größe (cm)') // 'grossecm'
 */
export function fold(text: string): string {
  const known = foldings.get(text);
  if (known !== undefined) return known;
  const folded = foldAnew(text);
  if (text.length <= maxKeptChars) {
    if (foldings.size === maxKept) foldings.clear();
    foldings.set(text, folded);
  }
  return folded;
}

/** Files repeat few words in many rows. */
const foldings = new Map<string, string>();
const maxKept = 10_000;
const maxKeptChars = 60;

function foldAnew(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll('ß', 'ss').replaceAll(noise, '');
}

const noise = /[^\p{L}\p{N}♀♂✓✔☑✅]/gu;

/** A text that says that there is nothing to say, in any field: `N/A`, `-`, `unbekannt`. */
export function isNothing(text: string): boolean {
  const folded = fold(text);
  return folded === '' || nothing().has(folded);
}

/**
 * What a cell says of a field. A column of statuses may also tell outcomes: ask for `outcomeType` where `status` is not known.
 * @example readWord('intakeType', 'Stray/OTC') // 'stray'
 */
export function readWord<Field extends ValueField>(field: Field, text: string): Reading<Meaning<Field>> {
  const folded = fold(text);
  const index = indexes[field]();
  const exact = index.exact.get(folded);
  // A field may have another sense for such a word: an unknown sex is a fact.
  if (exact === undefined && (folded === '' || nothing().has(folded))) return 'nothing';
  const found = exact ?? findPart(index, folded);
  return found === 'question' ? undefined : found;
}

/** The number, 1 to 12, of a month by its name or the short form of it. */
export function monthOf(word: string): number | undefined {
  const month = readWord('month', word);
  return month === undefined || month === 'nothing' ? undefined : Number(month);
}

/** The unit that a word in an age stands for: `years`, `m`, `Wochen`. */
export function unitOf(word: string): Meaning<'ageUnit'> | undefined {
  const unit = readWord('ageUnit', word);
  return unit === 'nothing' ? undefined : unit;
}

/**
 * What a species is called, the same in every file: an English name as reports have it, another one with a capital letter.
 * `undefined` for a text that is not known to be one. @example speciesName('DOGS') // 'Dog'
 */
export function speciesName(text: string): string | undefined {
  const species = readWord('species', text);
  if (species === undefined || species === 'nothing') return undefined;
  if (englishNames().get(fold(text)) === species) return species;
  const small = text.trim().toLowerCase();
  return small.charAt(0).toUpperCase() + small.slice(1);
}

/** What a column is called says that it is; `undefined` for other texts. @example findHeading('Animal #')?.field // 'reference' */
export function findHeading(text: string): Heading | undefined {
  const folded = foldHeading(text);
  return headings().exact.get(folded) ?? findPart(headings(), folded);
}

/** Whether a column so called numbers animals, or only rows: its cells tell. In rows such words are answers, so they make no header. */
export function isNumberHeading(text: string): boolean {
  return numberHeadings().has(foldHeading(text));
}

const numberHeadings = lazily(
  () => new Set(wordsOf('number, no., nr., nummer, num., numéro, n°, nº, n.º, nro., número').map(foldHeading)),
);

function foldHeading(text: string): string {
  return fold(text.replaceAll('#', ' number'));
}

/** Words, folded once. Of those for parts of a text the longest come first. */
interface Index<Sense> {
  readonly exact: ReadonlyMap<string, Sense>;
  readonly parts: readonly { readonly text: string; readonly isInside: boolean; readonly sense: Sense }[];
}

function findPart<Sense>({ parts }: Index<Sense>, folded: string): Sense | undefined {
  return parts.find(({ text, isInside }) => (isInside ? folded.includes(text) : folded.startsWith(text)))?.sense;
}

function createIndex<Sense>(
  entries: readonly (readonly [word: string, sense: Sense])[],
  foldWord = fold,
): Index<Sense> {
  const isPart = (word: string) => word.startsWith('*') || word.endsWith('*');
  const exact = entries.filter(([word]) => !isPart(word)).map(([word, sense]) => [foldWord(word), sense] as const);
  const parts = entries
    .filter(([word]) => isPart(word))
    .map(([word, sense]) => ({ text: foldWord(word), isInside: word.startsWith('*'), sense }));
  // Of equal words the first counts.
  return {
    exact: new Map(exact.toReversed()),
    parts: parts.toSorted((one, other) => other.text.length - one.text.length),
  };
}

export function wordsOf(list = ''): string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** A value that is made when it is first wanted: a service that only names species reads no other words. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const tables = Object.values(languages);
const nothing = lazily(() => new Set(tables.flatMap((table) => wordsOf(table.nothing).map(fold))));

const headings = lazily(() =>
  createIndex<Heading>(
    tables.flatMap((table) =>
      headingFields.flatMap((field) =>
        wordsOf(table.headings[field]).map((word, rank) => [word, { field, rank }] as const),
      ),
    ),
    foldHeading,
  ),
);

/** Index of the words of a field in all languages. */
function indexField<Field extends ValueField>(field: Field): () => Index<Meaning<Field> | Silence> {
  const senses: readonly (Meaning<Field> | Silence)[] = [...meanings[field], ...silences];
  return lazily(() =>
    createIndex(
      tables.flatMap(({ values }) =>
        senses.flatMap((sense) => wordsOf(values[field]?.[sense]).map((word) => [word, sense] as const)),
      ),
    ),
  );
}

/** Of these a word may be a kind: an axolotl is an amphibian, and stays an axolotl. */
export const classes: ReadonlySet<Meaning<'species'>> = new Set([
  ...(['Small Animal', 'Bird', 'Parrot', 'Livestock', 'Reptile', 'Snake', 'Lizard', 'Gecko', 'Turtle'] as const),
  ...(['Tortoise', 'Amphibian', 'Frog', 'Fish', 'Invertebrate', 'Wildlife'] as const),
]);

const englishNames = lazily(
  (): ReadonlyMap<string, Meaning<'species'>> =>
    new Map(
      meanings.species.flatMap((species) => {
        const words = classes.has(species) ? [`${species}s`] : wordsOf(en.values.species?.[species]);
        return [species, ...words].map((word) => [fold(word), species] as const);
      }),
    ),
);

const indexes: { readonly [Field in ValueField]: () => Index<Meaning<Field> | Silence> } = {
  sex: indexField('sex'),
  size: indexField('size'),
  flag: indexField('flag'),
  intakeType: indexField('intakeType'),
  outcomeType: indexField('outcomeType'),
  status: indexField('status'),
  whereabouts: indexField('whereabouts'),
  species: indexField('species'),
  ageUnit: indexField('ageUnit'),
  month: indexField('month'),
};
