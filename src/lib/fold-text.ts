/** Longer keys are cut: PostgreSQL indexes up to 2,704 bytes, and a UTF-16 unit takes at most 3. */
const maxKeyUnits = 512;

/** Longer words are cut after 128 code points: PostgreSQL has words of up to 2,046 bytes. */
const longWord = /(\S{128})\S+/gu;
const asciiWords = /^[A-Za-z0-9]{1,128}(?: [A-Za-z0-9]{1,128})*$/;
const ascii = /^[\0-\x7F]*$/;
/** Marks that people leave out. Those of other scripts, such as the vowel signs of Devanagari, are letters to their readers. */
const optionalMarks = /[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670\u0640]/g;
/** Characters of scripts that write words without spaces: each of them is a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const separators = /[^\p{L}\p{N}\p{M}]+/gu;
/** Letters that Unicode does not decompose, although people write them without their strokes. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};
const strokeLetters = /[æœøđðħłþς]/g;

/**
 * A text by which others are found and sorted: its words in lower case without accents, separated by one space. Words
 * consist of letters and digits; a Chinese or Japanese character is a word of its own. Texts that people would take for
 * the same have the same folding: `Rosé` and `ROSE`, `Straße` and `strasse`.
 */
export function foldText(text: string): string {
  if (asciiWords.test(text)) return text.toLowerCase();
  if (ascii.test(text)) return separate(text.toLowerCase());
  const letters = text.normalize('NFKD').replace(optionalMarks, '');
  // First `ẞ` becomes `ß`, then `ß` becomes `SS` and the dotless `ı` becomes `I`.
  const lower = letters.toLowerCase().toUpperCase().toLowerCase().replace(optionalMarks, '');
  const plain = lower.replace(strokeLetters, (letter) => plainLetters[letter] ?? letter);
  return separate(plain.normalize('NFC').replace(unspaced, ' $& '));
}

/** The folding of a name, short enough for an index: names are sorted by it. */
export function foldKey(name: string): string {
  const folded = foldText(name);
  if (folded.length <= maxKeyUnits) return folded;
  return folded
    .slice(0, maxKeyUnits)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}

/** The same for all spellings of a text: its folding, or the text itself if it has no letters and digits. */
export function foldSpelling(text: string): string {
  return foldKey(text) || text.trim();
}

/**
 * The words of a search, folded. A run of Chinese or Japanese characters stays together, separated by spaces as in a
 * folded text. Empty if there is no letter and no digit.
 */
export function foldTerms(query: string): string[] {
  const terms = query.split(separators).map(foldText);
  return [...new Set(terms)].filter((term) => term !== '');
}

/** The same where an umlaut and its spelling with an `e` find each other: `muessig|mussig` for `Muessig`. */
export function foldSpellings(query: string): string[] {
  const terms = query.normalize('NFC').split(separators).map(withUmlauts);
  // Statements differ in how many terms have two spellings, not in which.
  return [...new Set(terms)].filter((term) => term !== '').sort((a, b) => anyOf(b).length - anyOf(a).length);
}

/** An `e` that ends a word, or follows another vowel or a `q`, is hardly part of an umlaut: `Blue`, `Bauer`, `queen`. */
function withUmlauts(word: string): string {
  const term = foldText(word);
  const hasUmlaut = /[äöü]/i.test(word);
  if (!hasUmlaut && term.length < 5) return term;
  const other = hasUmlaut
    ? foldText(word.replaceAll(/[äöü]/gi, '$&e'))
    : term.replaceAll(/(?<![aeiouq])([aou])e(?=[a-z])/g, '$1');
  return other === term ? term : `${term}|${other}`;
}

/** The words of which one is enough for a term. */
export function anyOf(term: string): string[] {
  return term.split('|');
}

/** The words of texts, folded, each once: as many as fit into `maxUnits` UTF-16 units. */
export function foldWords(texts: readonly string[], maxUnits: number): string {
  const words = foldTerms(texts.join(' ')).join(' ');
  if (words.length <= maxUnits) return words;
  return words.slice(0, words.lastIndexOf(' ', maxUnits)).trimEnd();
}

/** Whether a folded text has words that begin with each of the terms. One that ends with a space is a whole word. */
export function matchesTerms(folded: string, terms: readonly string[]): boolean {
  return terms.every((term) => anyOf(term).some((word) => ` ${folded} `.includes(` ${word}`)));
}

function separate(text: string): string {
  return text.replace(separators, ' ').trim().replace(longWord, '$1');
}
