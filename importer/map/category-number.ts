import { parseInt64 } from '../../contract/int64.ts';
import { speciesNamedBy } from '../words/category-species.ts';

const offsetBasis = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;
const foldedBits = 48n;

/** What a cell says of the category. */
export interface NumberedCategory {
  categoryId: bigint;
  /** The text that has got this number; missing where the cell is a number. */
  text: string | undefined;
  /** What the category is called, where the text is another spelling of it. */
  takenFor?: string;
}

/**
 * The category for a cell; `undefined` for a number that 64 bits do not hold. A canonical int64 stands for itself; any
 * other text has one number of its own, the same in every file and every run. It is the text's FNV-1a hash of 64 bits
 * (RFC 9923) over trimmed NFC in UTF-8, folded to 48 bits, plus 2^48: positive, below 2^53, and apart from the small
 * numbers that people give.
 */
export function numberCategory(cell: string): NumberedCategory | undefined {
  const text = cell.trim().normalize('NFC');
  const number = parseInt64(text);
  if (number !== undefined) return { categoryId: number, text: undefined };
  // Somebody has mistyped it, or a spreadsheet has: nobody calls a category so.
  if (isTooLarge(text)) return undefined;
  return { categoryId: 2n ** foldedBits + shorten(fnv1a(new TextEncoder().encode(text))), text };
}

/** Whether a text is a whole number, in whichever spelling, that 64 bits do not hold. */
function isTooLarge(text: string): boolean {
  const [, sign = '', digits] = /^([-+]?)0*(\d+)$/.exec(text) ?? [];
  if (digits === undefined || digits.length < 19) return false;
  const value = digits.length > 19 ? undefined : BigInt(digits) * (sign === '-' ? -1n : 1n);
  return value === undefined || BigInt.asIntN(64, value) !== value;
}

function fnv1a(bytes: Uint8Array): bigint {
  let hash = offsetBasis;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  return hash;
}

function shorten(hash: bigint): bigint {
  return (hash >> foldedBits) ^ BigInt.asUintN(Number(foldedBits), hash);
}

export interface NamedCategory {
  readonly id: bigint;
  readonly name: string;
}

/**
 * The categories of a service, by which texts of a file are known again: another spelling is the same category, in the file and
 * in the service, and so is another word for the same species where the service has one category for it.
 */
export class Categories {
  readonly #ids: ReadonlySet<bigint>;
  readonly #bySpelling: Map<string, NamedCategory>;
  readonly #bySpecies: ReadonlyMap<string | undefined, readonly NamedCategory[]>;

  constructor(known: readonly NamedCategory[]) {
    this.#ids = new Set(known.map(({ id }) => id));
    this.#bySpelling = new Map(known.toReversed().map((one) => [foldName(one.name), one]));
    this.#bySpecies = Map.groupBy(known, ({ name }) => speciesNamedBy(name));
  }

  /** The category of a cell; `undefined` for a number that 64 bits do not hold. */
  number(cell: string): NumberedCategory | undefined {
    const own = numberCategory(cell);
    if (own?.text === undefined || this.#ids.has(own.categoryId)) return own;
    const spelling = foldName(own.text);
    const known = this.#bySpelling.get(spelling) ?? this.#onlyOneFor(own.text);
    if (known !== undefined) {
      return { categoryId: known.id, text: own.text, ...(known.name !== own.text && { takenFor: known.name }) };
    }
    this.#bySpelling.set(spelling, { id: own.categoryId, name: own.text });
    return own;
  }

  #onlyOneFor(text: string): NamedCategory | undefined {
    const species = speciesNamedBy(text);
    const [one, ...others] = (species && this.#bySpecies.get(species)) ?? [];
    return others.length === 0 ? one : undefined;
  }
}

/** Without case, accents, blanks, and hyphens between letters. Other signs have a meaning: `FIV+` and `FIV-`. */
function foldName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
  return plain.replaceAll(/(?<=\p{L})[-_\u2010\u2011](?=\p{L})|\s+/gu, '');
}
