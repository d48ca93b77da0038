import { dayMs } from '../../contract/limits.ts';
import { type ImportFault, makeFault } from '../faults.ts';
import { type DateTally, type Example, shortDate, timeOfDay } from '../source/date-tally.ts';

/** Which of the first two numbers of `3/4/2026` is the day. */
export type DateOrder = 'dmy' | 'mdy';

export interface PartialDate {
  /** `2026-03-01`, the first day of what is known. */
  readonly date: string;
  readonly precision: 'day' | 'month' | 'year';
}

/** `nothing`: the day that software writes where there is none. `unclear`: somebody must say the order of day and month. */
export type DateReading = PartialDate | 'nothing' | 'unclear' | undefined;

export interface DateRules {
  readonly now: Date;
  /** Without it, dates in which either number can be the day are unclear. */
  readonly order?: DateOrder | undefined;
  /** What a plain number is. */
  readonly numbers?: NumberedDates | undefined;
  /** The number, 1 to 12, of a month by its name or the short form of it. */
  monthOf(word: string): number | undefined;
}

/** A spreadsheet's number of days, or seconds since 1970. */
export type NumberedDates = 'serial' | 'unix';

/** Whether a text is a day, as the interface writes it: `2026-03-31`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day until which an animal is on hold that is so until somebody says otherwise. */
export const withoutEnd = '9999-12-31';

const firstYear = 1900;
const furthestYears = 20;

/** A date as people and systems write it. The day is that of the text, in whichever zone its time is. */
export function readDate(cell: string, rules: DateRules): DateReading {
  const text = cell.trim();
  if (isPlaceholder(text)) return 'nothing';
  const estimated = text.replace(estimate, '');
  const date = readNumber(text, rules) ?? readDay(estimated.replace(timeOfDay, ''), rules);
  if (typeof date !== 'object' || estimated === text || date.precision !== 'day') return date;
  return { date: `${date.date.slice(0, 7)}-01`, precision: 'month' };
}

/** No date, in the words of spreadsheets, .NET and MySQL; the beginning of 1970 with a time is a zero in seconds. */
function isPlaceholder(text: string): boolean {
  return (
    /^(?:0000-00-00|0001-01-01|1899-12-30|1899-12-31|1900-01-00|1900-01-01)(?!\d)/.test(text) ||
    /^(?:(?:0?[01]([./-])0?[01]\1(?:1900|0001))|00[./-]00[./-]0000|30[./-]12[./-]1899|12[./-]30[./-]1899)(?!\d)/.test(
      text,
    ) ||
    /^1970-01-01[T ]00:00(?::00(?:\.0+)?)?\s*(?:Z|UTC|[+-]00:?00)?$/.test(text) ||
    text === '0'
  );
}

/** What stands before something that is not quite known. */
export const estimate =
  /^(?:(?:ca|circa|approx|approximately|about|around|est|etwa|ungefähr|um|env|environ|vers|aprox|aproximadamente|hacia|cerca de|por volta de)(?![\p{L}\d])\.?|[~≈])\s*/iu;

function readNumber(text: string, { numbers, now }: DateRules): DateReading {
  if (numbers === undefined || !/^\d+(?:\.\d+)?$/.test(text) || !isPlausible(Number(text), numbers, now))
    return undefined;
  const time = numbers === 'unix' ? Number(text) * 1000 : Date.UTC(1899, 11, 30) + Math.floor(Number(text)) * dayMs;
  return { date: new Date(time).toISOString().slice(0, 10), precision: 'day' };
}

function readDay(text: string, rules: DateRules): DateReading {
  const [, year, , month, day] = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?$/.exec(text) ?? [];
  if (year !== undefined) return existing(rules, year, month, day);
  const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  if (compact !== null) return existing(rules, compact[1], compact[2], compact[3]);
  const [, monthOfYear, yearOfMonth] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (yearOfMonth !== undefined) return existing(rules, yearOfMonth, monthOfYear);
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)$/.exec(text) ?? [];
  if (dotYear !== undefined) return existing(rules, dotYear, dotMonth, dotDay);
  const [, one, , two, shortYear] = shortDate.exec(text) ?? [];
  if (shortYear === undefined) return readMonthName(text, rules);
  const dayFirst = existing(rules, shortYear, two, one);
  const monthFirst = existing(rules, shortYear, one, two);
  if (rules.order !== undefined) return rules.order === 'dmy' ? dayFirst : monthFirst;
  return dayFirst && monthFirst && one !== two ? 'unclear' : (dayFirst ?? monthFirst);
}

/** `1 May 2020`, `Feb 3, 2026`, `3. März 2022`, `1-May-20`, `Friday, June 6, 2026`, `May 2020`. */
function readMonthName(text: string, rules: DateRules): DateReading {
  const words = text.match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const months = words.flatMap((word) => (/\d/.test(word) ? [] : (rules.monthOf(word) ?? [])));
  const [first = '', second, ...more] = words.filter((word) => /^\d+$/.test(word));
  const [month, ...others] = months;
  if (month === undefined || others.length > 0 || more.length > 0 || words.length > 6) return undefined;
  if (second === undefined) return first.length === 4 ? existing(rules, first, String(month)) : undefined;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  return existing(rules, year, String(month), day);
}

/** Years of two digits are the latest ones that are at most 20 years from now. */
function existing({ now }: DateRules, years = '', month?: string, day?: string): PartialDate | undefined {
  const latest = now.getUTCFullYear() + furthestYears;
  const year = years.length === 2 ? latest - ((latest - Number(years)) % 100) : Number(years);
  if (year < firstYear || year > latest || ![2, 4].includes(years.length)) return undefined;
  const date = [String(year), (month ?? '1').padStart(2, '0'), (day ?? '1').padStart(2, '0')].join('-');
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return undefined;
  return { date, precision: month === undefined ? 'year' : day === undefined ? 'month' : 'day' };
}

/** What the plain numbers of a column are, where it has nothing else and all are days that there can be. */
export function guessNumberedDates(
  filled: number,
  { numbers, least, most }: DateTally,
  now: Date,
): NumberedDates | undefined {
  if (numbers === 0 || numbers < filled) return undefined;
  return (['serial', 'unix'] as const).find((kind) => isPlausible(least, kind, now) && isPlausible(most, kind, now));
}

/** From 1950, or 1980 in seconds, to 20 years from now: other numbers are years, days without separators, or identifiers. */
function isPlausible(number: number, kind: NumberedDates, now: Date): boolean {
  const latestMs = Date.UTC(now.getUTCFullYear() + furthestYears, 11, 31);
  if (kind === 'unix') return number >= Date.UTC(1980) / 1000 && number <= latestMs / 1000;
  const days = (ms: number) => (ms - Date.UTC(1899, 11, 30)) / dayMs;
  return number >= days(Date.UTC(1950)) && number <= days(latestMs);
}

export interface OrderOfDates {
  /** `unclear`: either is possible, or the file contradicts itself. `none`: it has no dates in which the order matters. */
  readonly order: DateOrder | 'unclear' | 'none';
  /** How many dates speak against the order, or, where the file contradicts itself, for the rarer one. */
  readonly contrary: number;
  readonly firstContrary?: Example;
}

/** So many dates must agree for one that does not to be a typing error. */
const agreeing = 20;

/** The order of day and month in a file, by all rows of all its columns of dates: a number above 12 is a day. */
export function orderOfDates(tallies: readonly DateTally[]): OrderOfDates {
  const sum = (count: (tally: DateTally) => number) => tallies.reduce((total, tally) => total + count(tally), 0);
  const [dayFirst, monthFirst] = [sum((tally) => tally.dayFirst), sum((tally) => tally.monthFirst)];
  const order = dayFirst >= monthFirst ? 'dmy' : 'mdy';
  const contrary = Math.min(dayFirst, monthFirst);
  if (dayFirst + monthFirst === 0) return { order: sum((tally) => tally.unclear) > 0 ? 'unclear' : 'none', contrary };
  const examples = tallies.map((tally) => (order === 'dmy' ? tally.firstMonthFirst : tally.firstDayFirst));
  const [firstContrary] = examples
    .filter((example) => example !== undefined)
    .toSorted((one, other) => one.line - other.line);
  const isClear = contrary * agreeing <= Math.max(dayFirst, monthFirst);
  return { order: isClear ? order : 'unclear', contrary, ...(firstContrary && { firstContrary }) };
}

export interface StayDates {
  readonly birth?: PartialDate | undefined;
  readonly arrivedOn?: string | undefined;
  readonly outcomeOn?: string | undefined;
}

export interface DateFault {
  readonly field: keyof StayDates;
  readonly fault: ImportFault;
}

/** The dates that can be, and why the others cannot. Of two that contradict each other the arrival is kept. */
export function possibleDates(given: StayDates, now: Date): { dates: StayDates; faults: DateFault[] } {
  const tomorrow = new Date(now.getTime() + dayMs).toISOString().slice(0, 10);
  const today = now.toISOString().slice(0, 10);
  const arrival = (given.arrivedOn ?? '9') <= tomorrow ? given.arrivedOn : undefined;
  const faultOf = (field: keyof StayDates, date: string): ImportFault | undefined => {
    // Where the shelter is, it may be tomorrow already.
    if (date > (field === 'birth' ? today : tomorrow)) return makeFault('future_day');
    if (arrival === undefined) return undefined;
    if (field === 'outcomeOn' && date < arrival) return makeFault('before_stay', arrival);
    return field === 'birth' && date > arrival ? makeFault('after_arrival', arrival) : undefined;
  };
  const { birth, arrivedOn, outcomeOn } = given;
  const days = { birth: birth?.date, arrivedOn, outcomeOn };
  const faults = (['birth', 'arrivedOn', 'outcomeOn'] as const).flatMap((field) => {
    const fault = days[field] && faultOf(field, days[field]);
    return fault ? [{ field, fault }] : [];
  });
  const isRefused = (field: keyof StayDates) => faults.some((fault) => fault.field === field);
  const dates = {
    ...(birth && !isRefused('birth') && { birth }),
    ...(arrivedOn && !isRefused('arrivedOn') && { arrivedOn }),
    ...(outcomeOn && !isRefused('outcomeOn') && { outcomeOn }),
  };
  return { dates, faults };
}
