import type { Profile } from '../../client/types.gen.ts';
import { cleanChip, isChip } from '../../contract/microchip.ts';
import { declaredFields } from '../../contract/profile-fields.ts';
import { tagSeparators } from '../export/write-cell.ts';
import { type ImportFault, makeFault } from '../faults.ts';
import type { Plan, Role } from '../plan.ts';
import { aboutFields, type ProfileField, profileFields } from '../profile-fields.ts';
import { cleanNumberText, isShortenedNumber } from '../source/number-text.ts';
import { readNeutered, readSex } from '../words/sex.ts';
import { isNothing, monthOf, readWord, speciesName, unitOf } from '../words/words.ts';
import { type AgeUnit, birthOf } from './ages.ts';
import { type DateRules, isDay, type PartialDate, readDate } from './dates.ts';
import { readFee } from './fees.ts';
import type { Cell, Report, RowCells } from './row-cells.ts';
import { cutText } from './texts.ts';

/** What a row says of the days of an animal. */
export interface RowDays {
  readonly birth?: PartialDate | undefined;
  readonly arrivedOn?: string | undefined;
  readonly outcomeOn?: string | undefined;
  readonly holdUntil?: string | undefined;
  readonly deceasedOn?: string | undefined;
  /** Whether the column of the day of death says anything but no. */
  readonly hasDied: boolean;
  readonly returnedOn?: string | undefined;
}

type ReadRow<Value> = (row: readonly string[], report: Report) => Value;

export interface FactReader {
  days: ReadRow<RowDays>;
  /** What is no day, and not how the animal left. */
  facts: ReadRow<Profile>;
}

/** A cell whose text is not read is reported, and says nothing. */
type Read<Value> = (cell: Cell) => Value | 'nothing' | Refused;

/** Without a fault where it is a word that is not known. */
export interface Refused {
  readonly refused: ImportFault | undefined;
}

const unknownWord = { refused: undefined } as const;

export function refuse(...fault: Parameters<typeof makeFault>): Refused {
  return { refused: makeFault(...fault) };
}

export function createFactReader(plan: Plan, cells: RowCells, now: Date): FactReader {
  return { days: createDayReader(plan, cells, now), facts: createProfileReader(plan, cells) };
}

/** The first cell that says something. */
function first<Value>(
  cells: RowCells,
  role: Role,
  row: readonly string[],
  report: Report,
  read: Read<Value>,
): Value | undefined {
  for (const cell of cells.told(role, row)) {
    const value = read(cell);
    if (value === 'nothing') continue;
    if (typeof value !== 'object' || value === null || !('refused' in value)) return value as Value;
    report({ column: cell.column, text: cell.text, role, fault: value.refused });
  }
  return undefined;
}

const ages: readonly { role: Role; unit?: AgeUnit; day: 'arrivedOn' | 'outcomeOn' }[] = [
  { role: 'ageAtIntake', day: 'arrivedOn' },
  { role: 'age', day: 'arrivedOn' },
  { role: 'ageInYears', unit: 'year', day: 'arrivedOn' },
  { role: 'ageInMonths', unit: 'month', day: 'arrivedOn' },
  { role: 'ageInWeeks', unit: 'week', day: 'arrivedOn' },
  { role: 'ageInDays', unit: 'day', day: 'arrivedOn' },
  { role: 'ageAtOutcome', day: 'outcomeOn' },
];

function createDayReader(plan: Plan, cells: RowCells, now: Date): ReadRow<RowDays> {
  const today = now.toISOString().slice(0, 10);

  const readDay = (cell: Cell): ReturnType<Read<PartialDate>> => {
    const { dateOrder: order, numberedDates } = plan;
    const rules: DateRules = { now, order, numbers: numberedDates.get(cell.column), monthOf };
    const date = readDate(cell.text, rules);
    return typeof date === 'object' || date === 'nothing'
      ? date
      : refuse(date === 'unclear' ? 'unclear_day' : 'no_date');
  };
  const readWholeDay: Read<string> = (cell) => {
    const date = readDay(cell);
    if (typeof date === 'string' || 'refused' in date) return date;
    return date.precision === 'day' ? date.date : refuse('no_day');
  };

  function birthByAge(row: readonly string[], known: RowDays, report: Report): PartialDate | undefined {
    for (const { role, unit, day } of ages) {
      // A list of those in care tells how old they are now.
      const on = known[day] ?? (role === 'age' || unit !== undefined ? today : undefined);
      if (on === undefined) continue;
      const birth = first<PartialDate>(
        cells,
        role,
        row,
        report,
        ({ text }) => birthOf(text, on, { unitOf, unit }) ?? unknownWord,
      );
      if (birth !== undefined) return birth;
    }
    return undefined;
  }

  return (row, report) => {
    const day = (role: Role) => first(cells, role, row, report, readWholeDay);
    const known = {
      arrivedOn: day('arrivedOn'),
      outcomeOn: day('outcomeOn'),
      holdUntil: first<string>(cells, 'holdUntil', row, report, (cell) =>
        // However far away it is.
        isDay(cell.text) ? cell.text : readWholeDay(cell),
      ),
      deceasedOn: day('deceasedOn'),
      returnedOn: day('returnedOn'),
      hasDied: cells
        .told('deceasedOn', row)
        .some((cell) => readDay(cell) !== 'nothing' && readWord('flag', cell.text) !== 'no'),
    };
    // Some write an age where the day of birth is not known.
    const birth = first<PartialDate>(cells, 'birthDate', row, report, (cell) => {
      const day = readDay(cell);
      const isRead = typeof day === 'string' || !('refused' in day);
      return isRead ? day : (birthOf(cell.text, known.arrivedOn ?? today, { unitOf }) ?? day);
    });
    return { ...known, birth: birth ?? birthByAge(row, known, report) };
  };
}

function createProfileReader(plan: Plan, cells: RowCells): ReadRow<Profile> {
  const { isExact } = plan;

  function textOf(field: ProfileField): Read<string> {
    const { maxLength = Number.POSITIVE_INFINITY } = aboutFields[field];
    return ({ text }) => {
      const spelled = field === 'species' && !isExact ? (speciesName(text) ?? text) : text;
      return isExact ? spelled : cutText(spelled, maxLength);
    };
  }

  const readers: Partial<Record<ProfileField, Read<NonNullable<Profile[keyof Profile]>>>> = {
    size: ({ text }) => readWord('size', text) ?? unknownWord,
    intakeType: ({ text }) => readWord('intakeType', text) ?? unknownWord,
    whereabouts: ({ text }) => readWord('whereabouts', text) ?? unknownWord,
    tags: ({ text }) => readTags(text, isExact),
    microchip: ({ text }) => readChip(text),
    videos: ({ text }) => readVideos(text),
    fee: ({ text }) => readFee(text, plan.currency),
  };

  function flagOf(field: ProfileField): Read<boolean> {
    return ({ text, isInverse }) => {
      const flag = field === 'neutered' ? readNeutered(text) : toBoolean(readWord('flag', text));
      if (flag === undefined) return unknownWord;
      return flag === 'nothing' ? flag : flag !== isInverse;
    };
  }

  function factOf(field: ProfileField, row: readonly string[], report: Report): Profile {
    const { kind, member } = aboutFields[field];
    const read = <Value>(reader: Read<Value>) => first(cells, field, row, report, reader);
    if (field === 'sex') return read<Profile>(({ text }) => readSex(text) ?? unknownWord) ?? {};
    if (field === 'neutered') return neuteredOf(row, report);
    if (field === 'attributes') return given(field, attributesOf(row, report));
    if (field === 'location') return placeOf(row, report);
    const reader = readers[field] ?? (kind === 'text' ? textOf(field) : undefined);
    if (reader !== undefined) return given(field, read(reader));
    if (kind !== 'flag') return {};
    const is = read(flagOf(field));
    return member === undefined || is === undefined ? given(field, is) : { goodWith: { [member]: is } };
  }

  /** A file that tells in one column who fosters an animal and in which kennel others are. */
  function placeOf(row: readonly string[], report: Report): Profile {
    const location = first(cells, 'location', row, report, textOf('location'));
    const isFoster = !isExact && location !== undefined && readWord('whereabouts', location) === 'foster';
    return { ...(isFoster && { whereabouts: 'foster' }), ...given('location', location) };
  }

  /** Whoever was neutered before is so, whatever was done since. */
  function neuteredOf(row: readonly string[], report: Report): Profile {
    const flags = cells.told('neutered', row).flatMap((cell) => {
      const flag = flagOf('neutered')(cell);
      if (typeof flag === 'object') report({ column: cell.column, text: cell.text, role: 'neutered' });
      return typeof flag === 'boolean' ? [flag] : [];
    });
    return flags.length === 0 ? {} : { neutered: flags.includes(true) };
  }

  function attributesOf(row: readonly string[], report: Report): Profile['attributes'] {
    const known = first<Record<string, string>>(cells, 'attributes', row, report, ({ text }) => readAttributes(text));
    const { maxItems, maxNameLength, maxLength } = declaredFields.attributes;
    const own = cells.told('attribute', row).map(({ column, text }) => {
      if ([...text].length > maxLength) report({ column, text, role: 'attribute', fault: makeFault('cut', maxLength) });
      return [cutText(column, maxNameLength), cutText(text, maxLength)] as const;
    });
    const all = [...Object.entries(known ?? {}), ...own];
    for (const [column, text] of all.slice(maxItems))
      report({ column, text, role: 'attribute', fault: makeFault('too_many_facts', maxItems) });
    return all.length === 0 ? undefined : Object.fromEntries(all.slice(0, maxItems));
  }

  return (row, report) => {
    let profile: Profile = {};
    for (const field of profileFields) {
      if (aboutFields[field].kind === 'date' || field === 'outcomeType' || field === 'reference') continue;
      if (field === 'attributes' ? !cells.has('attributes') && !cells.has('attribute') : !cells.has(field)) continue;
      const fact = factOf(field, row, report);
      const goodWith = { ...profile.goodWith, ...fact.goodWith };
      profile = { ...profile, ...fact, ...(Object.keys(goodWith).length > 0 && { goodWith }) };
    }
    return profile;
  };
}

/** The number by which a shelter knows an animal; a refusal where a spreadsheet has shortened it. */
export function readReference(text: string): string | ImportFault {
  const reference = cleanNumberText(text);
  if (isNothing(reference)) return '';
  if (isShortenedNumber(reference)) return makeFault('shortened');
  const { maxLength } = declaredFields.reference;
  return [...reference].length > maxLength ? makeFault('too_long', maxLength) : reference;
}

function readChip(text: string): string | Refused {
  const chip = cleanChip(cleanNumberText(text));
  if (isNothing(text) || isNothing(chip)) return 'nothing';
  return isChip(chip) ? chip : refuse('no_chip');
}

function readVideos(text: string): string[] | Refused {
  const { maxItems, maxLength } = declaredFields.videos;
  const links = [...new Set(text.split(/[\s,;|]+/).filter((link) => link !== ''))];
  const isLink = (link: string) => /^https:\/\/[^/?#@\\]+([/?#]|$)/.test(link) && link.length <= maxLength;
  return links.length <= maxItems && links.every(isLink) ? links : refuse('no_videos', maxItems);
}

function given<Field extends keyof Profile>(field: ProfileField, value: Profile[Field] | undefined): Profile {
  return value === undefined ? {} : { [field]: value };
}

function toBoolean(flag: ReturnType<typeof readWord<'flag'>>): boolean | 'nothing' | undefined {
  return flag === undefined || flag === 'nothing' ? flag : flag === 'yes';
}

function readTags(text: string, isExact: boolean): string[] | Refused {
  const tags = text.startsWith('[') ? parseTags(text) : text.split(tagSeparators).map((tag) => tag.trim());
  if (tags === undefined) return refuse('no_tags');
  if (isExact) return [...new Set(tags)].filter((tag) => tag !== '');
  const { maxItems, maxLength } = declaredFields.tags;
  const cut = tags.filter((tag) => tag !== '').map((tag) => cutText(tag, maxLength));
  return [...new Set(cut)].slice(0, maxItems);
}

function parseTags(text: string): string[] | undefined {
  try {
    const tags: unknown = JSON.parse(text);
    if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) return tags;
  } catch {}
  return undefined;
}

/** An export has all attributes in one cell, as a JSON object of texts. */
function readAttributes(text: string): Record<string, string> | Refused {
  const problem = refuse('no_texts');
  try {
    const attributes: unknown = JSON.parse(text);
    if (attributes === null || typeof attributes !== 'object' || Array.isArray(attributes)) return problem;
    const texts = Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    return texts.length < Object.keys(attributes).length ? problem : Object.fromEntries(texts);
  } catch {
    return problem;
  }
}
