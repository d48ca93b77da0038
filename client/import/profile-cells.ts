import { decimalOf, fractionDigits } from '../money.ts';
import type { Profile } from '../types.gen.ts';
import { profileList } from './profile-list.gen.ts';

type GoodWith = NonNullable<Profile['goodWith']>;

/** Which of the first two numbers of `3/4/2026` is the month. */
export type DateOrder = 'dmy' | 'mdy';

/** What a cell says; a string is the reason why it says nothing. */
type Read = (text: string, dateOrder: DateOrder | undefined) => Profile | string;

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', 'x']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'n', '0']);
const unknown: ReadonlySet<string> = new Set(['unknown', 'selective', 'none', 'unk', 'n/a', 'na', 'null', '?', '-']);

const sexes: Readonly<Record<string, 'female' | 'male'>> = { f: 'female', female: 'female', m: 'male', male: 'male' };
/** Shelters write whether an animal is neutered into the cell of its sex: "Spayed Female". */
const surgeries: Readonly<Record<string, boolean>> = {
  neutered: true,
  spayed: true,
  castrated: true,
  altered: true,
  intact: false,
  unaltered: false,
};

export type ProfileField = keyof typeof profileList;

/** The fields of a profile that a column can give. `goodWith.children` is a member of `goodWith`. */
export const profileFields = Object.keys(profileList) as readonly ProfileField[];

interface AboutField {
  readonly kind: 'text' | 'word' | 'date' | 'flag' | 'tags' | 'fee' | 'attributes';
  /** What people call it. */
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** How other systems name its column, in small letters and digits. */
  readonly headings: readonly string[];
  readonly hasLines?: true;
  /** In code points. */
  readonly maxLength?: number;
  readonly words?: readonly string[];
  readonly spellings?: Readonly<Record<string, string>>;
  /** Which member of `goodWith` it is. */
  readonly member?: keyof GoodWith;
}

export const aboutFields: Readonly<Record<ProfileField, AboutField>> = profileList;

/** What people call one of the words of a field. */
export function toLabel(word: string): string {
  return word.replaceAll('_', ' ');
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** What a field needs that no other does. */
const ownReaders: Partial<Record<ProfileField, Read>> = {
  sex: readSex,
  birthDate: readBirthDate,
  tags: readTags,
  fee: readFee,
  attributes: readAttributes,
};

/** The part of a profile that a cell gives, none if it is blank, or the reason why it cannot be read. */
export function readProfileCell(field: ProfileField, cell: string, dateOrder?: DateOrder): Profile | string {
  const text = cell.trim();
  const { kind, words = [], spellings = {}, member, maxLength } = aboutFields[field];
  if (text === '') return {};
  const isText = kind === 'text' || kind === 'tags' || kind === 'attributes';
  if (!isText && unknown.has(text.toLowerCase())) return field === 'sex' ? { sex: 'unknown' } : {};
  const read = ownReaders[field];
  if (read !== undefined) return read(text, dateOrder);
  switch (kind) {
    case 'flag': {
      const is = readFlag(text);
      if (is === undefined) return 'is not yes or no';
      return member === undefined ? { [field]: is } : { goodWith: { [member]: is } };
    }
    case 'word': {
      const spelled = text.toLowerCase().replaceAll(/[\s_-]/g, '');
      const word = words.find((one) => one === spellings[spelled] || one.replaceAll('_', '') === spelled);
      // No list of another system is complete.
      const meant = word ?? words.find((one) => one === 'other');
      return meant === undefined ? `is not ${alternatives.format(words.map(toLabel))}` : { [field]: meant };
    }
    case 'date': {
      const date = readDate(text, dateOrder);
      return date?.precision === 'day'
        ? { [field]: date.date }
        : `is not a day, such as 2026-03-31${slashes(text, dateOrder)}`;
    }
    default: {
      const length = [...text].length;
      const isTooLong = maxLength !== undefined && length > maxLength;
      return isTooLong ? `has ${length} characters, and may have ${maxLength}` : { [field]: text };
    }
  }
}

/** The text of a field, which `readProfileCell` reads; empty where the profile does not have it. */
export function writeProfileCell(field: ProfileField, profile: Profile): string {
  switch (field) {
    case 'birthDate':
      return (profile.birthDate ?? '').slice(0, datePartLengths[profile.birthDatePrecision ?? 'day']);
    case 'goodWith.children':
    case 'goodWith.dogs':
    case 'goodWith.cats':
      return flagText(profile.goodWith?.[profileList[field].member]);
    case 'tags':
      return tagsText(profile.tags ?? []);
    case 'fee':
      return profile.fee === undefined ? '' : feeText(profile.fee);
    case 'attributes':
      return profile.attributes === undefined ? '' : JSON.stringify(profile.attributes);
    default: {
      const value = profile[field];
      return typeof value === 'boolean' ? flagText(value) : (value ?? '');
    }
  }
}

const datePartLengths = { day: 10, month: 7, year: 4 } as const;

function flagText(value: boolean | undefined): string {
  return value === undefined ? '' : value ? 'yes' : 'no';
}

const tagSeparators = /[,;|]/;

/** Tags that would be read otherwise are written as JSON: with a separator, blanks around them, or like JSON. */
function tagsText(tags: readonly string[]): string {
  const isPlain = (tag: string) => !tagSeparators.test(tag) && tag === tag.trim() && !tag.startsWith('[');
  return tags.every(isPlain) ? tags.join(', ') : JSON.stringify(tags);
}

function feeText(fee: NonNullable<Profile['fee']>): string {
  return `${decimalOf(fee)} ${fee.currency}`;
}

function readTags(text: string): Profile | string {
  if (text.startsWith('[')) return readTagArray(text);
  const tags = text.split(tagSeparators).map((tag) => tag.trim());
  return { tags: [...new Set(tags)].filter((tag) => tag !== '') };
}

function readTagArray(text: string): Profile | string {
  try {
    const tags: unknown = JSON.parse(text);
    if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) return { tags };
  } catch {}
  return 'is not a list of tags, such as calm, shy';
}

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return yes.has(word) || (no.has(word) ? false : undefined);
}

function readSex(text: string): Profile | string {
  const words = text.toLowerCase().split(/[\s/,-]+/);
  const sex = words.map((word) => sexes[word]).find((found) => found !== undefined);
  const neutered = words.map((word) => surgeries[word]).find((found) => found !== undefined);
  const isUnderstood = words.every((word) => word in sexes || word in surgeries);
  if (!isUnderstood) return 'is not female, male or unknown, nor for instance "spayed female" or "intact male"';
  return { ...(sex !== undefined && { sex }), ...(neutered !== undefined && { neutered }) };
}

interface PartialDate {
  /** `2026-03-01`, the first day of what is known. */
  date: string;
  precision: 'day' | 'month' | 'year';
}

function readBirthDate(text: string, dateOrder: DateOrder | undefined): Profile | string {
  const found = readDate(text, dateOrder);
  if (found === undefined) return `is not a date, such as 2026-03-31, 2026-03 or 2026${slashes(text, dateOrder)}`;
  return { birthDate: found.date, birthDatePrecision: found.precision };
}

/** A date, also before a time of day. Dots tell that the day comes first; for slashes somebody must say what does. */
function readDate(text: string, dateOrder: DateOrder | undefined): PartialDate | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?)?)?$/.exec(text) ?? [];
  if (year !== undefined) return existing(year, month, day);
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (dotYear !== undefined) return existing(dotYear, dotMonth, dotDay);
  const [, one, two, slashYear] = slashDate.exec(text) ?? [];
  if (slashYear === undefined || dateOrder === undefined) return undefined;
  return dateOrder === 'dmy' ? existing(slashYear, two, one) : existing(slashYear, one, two);
}

const slashDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: .*)?$/;

/** The order that dates with slashes show: a number above 12 is a day. `unclear` where there are some that show none. */
export function guessDateOrder(cells: readonly string[]): DateOrder | 'unclear' | undefined {
  const dates = cells.map((cell) => slashDate.exec(cell.trim())).filter((date) => date !== null);
  if (dates.some(([, one]) => Number(one) > 12)) return 'dmy';
  if (dates.some(([, , two]) => Number(two) > 12)) return 'mdy';
  return dates.length > 0 ? 'unclear' : undefined;
}

function existing(year: string, month?: string, day?: string): PartialDate | undefined {
  const date = [year, (month ?? '1').padStart(2, '0'), (day ?? '1').padStart(2, '0')].join('-');
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return undefined;
  return { date, precision: month === undefined ? 'year' : day === undefined ? 'month' : 'day' };
}

function slashes(text: string, dateOrder: DateOrder | undefined): string {
  return dateOrder === undefined && slashDate.test(text) ? '; with slashes, day and month cannot be told apart' : '';
}

const symbols: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };

/** An amount with its currency: `75.00 USD`, `$75`, `75,00 €`. */
function readFee(text: string): Profile | string {
  const [, before = '', digits, after = ''] =
    /^([A-Za-z]{3}|[€$£])?\s*(\d(?:[\d.,' ]*\d)?)\s*([A-Za-z]{3}|[€$£])?$/.exec(text) ?? [];
  const mark = before || after;
  if (digits === undefined || mark === '' || (before !== '' && after !== ''))
    return 'is not an amount with one currency, such as 75.00 USD';
  const currency = symbols[mark] ?? mark.toUpperCase();
  const decimals = fractionDigits(currency);
  const [, whole = digits, fraction = ''] =
    new RegExp(`^(.*\\d)[.,](\\d{1,${Math.max(decimals, 1)}})$`).exec(digits) ?? [];
  if (fraction.length > decimals || !/^\d{1,3}(?:[., ']?\d{3})*$|^\d+$/.test(whole))
    return 'is not an amount, such as 75.00 USD';
  return { fee: { amountMinor: BigInt(whole.replaceAll(/\D/g, '') + fraction.padEnd(decimals, '0')), currency } };
}

/** An export has all attributes in one cell, as a JSON object of texts. */
function readAttributes(text: string): Profile | string {
  const problem = 'is not a JSON object of texts, such as {"Microchip brand":"Avid"}';
  try {
    const attributes: unknown = JSON.parse(text);
    if (attributes === null || typeof attributes !== 'object' || Array.isArray(attributes)) return problem;
    const texts = Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    return texts.length < Object.keys(attributes).length ? problem : { attributes: Object.fromEntries(texts) };
  } catch {
    return problem;
  }
}
