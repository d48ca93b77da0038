import { createHash } from 'node:crypto';
import { parse } from 'csv-parse';
import { type Check, checkRows } from '../../../importer/check/check.ts';
import { Categories, type NamedCategory } from '../../../importer/map/category-number.ts';
import { withoutEnd } from '../../../importer/map/dates.ts';
import { createMapping, type MappedRow } from '../../../importer/map/mapping.ts';
import { notTold } from '../../../importer/map/standing.ts';
import type { Plan } from '../../../importer/plan.ts';
import { recognise } from '../../../importer/recognise/recognise.ts';
import { textOf } from '../../../importer/report/rejected-rows.ts';
import { type Inspection, inspect, rows } from '../../../importer/source/inspect.ts';
import type { CsvParse, Source } from '../../../importer/source/source.ts';
import { findHeading } from '../../../importer/words/words.ts';

/** The day on which tests read files. */
export const readOn = new Date('2026-11-28T12:00:00Z');

export interface ReadFile {
  inspection: Inspection;
  plan: Plan;
  check: Check;
  rows: MappedRow[];
}

/** What an import makes of a file: its plan, the check of all rows, and each row. `answer` is what somebody says of the plan. */
export async function readFile(
  content: string | Uint8Array,
  answer: (plan: Plan) => Plan = (plan) => plan,
  known: readonly NamedCategory[] = [],
): Promise<ReadFile> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const source: Source = {
    name: 'animals.csv',
    sizeBytes: bytes.length,
    async *open() {
      for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
    },
    parse: parse as CsvParse,
    newHash: () => createHash('sha256'),
  };
  const inspection = await inspect(source, { isHeading: (text) => findHeading(text) !== undefined });
  const plan = answer(recognise(inspection, readOn));
  const bind = () => createMapping(plan, inspection.columns, { categories: new Categories(known), now: readOn });
  const check = await checkRows(rows(source, inspection), bind());
  const mapping = bind();
  return { inspection, plan, check, rows: (await Array.fromAsync(rows(source, inspection))).map(mapping) };
}

/** A row in short: name, category, status, and what is known of the animal; or why it is none. */
export function describeRow(row: MappedRow): string {
  if (row.kind !== 'animal') return row.kind === 'leftOut' ? 'left out' : textOf(row.faults);
  const { newPet, profile = {}, categoryName = String(row.newPet.categoryId), photos, note } = row;
  const { birthDate, birthDatePrecision = 'day', holdUntil, holdReason, fee, goodWith, attributes, ...facts } = profile;
  const { sex, neutered, species, ...others } = facts;
  const lengths = { day: 10, month: 7, year: 4 };
  const reason = holdReason === notTold ? '' : ` for ${holdReason}`;
  const texts = Object.entries({
    species: species === categoryName ? undefined : species,
    sex,
    neutered,
    born: birthDate?.slice(0, lengths[birthDatePrecision]),
    ...others,
    ...goodWith,
    fee: fee && `${fee.amountMinor} ${fee.currency}`,
    ...attributes,
    photos: photos.join(' + '),
    note,
  });
  const told = texts.filter(([, text]) => text !== undefined && text !== '').map(([name, text]) => `${name} ${text}`);
  const status = holdUntil === undefined ? newPet.status : holdUntil === withoutEnd ? `on hold${reason}` : holdUntil;
  return [newPet.name, categoryName, status, ...told].join(', ');
}

/** What of a file is asked and not read: column, text, and why, with the count if there are several. */
export function describeOpen({ undecided, unread }: Check): string[] {
  const times = (count: number) => (count > 1 ? ` ×${count}` : '');
  return [
    ...undecided.map(({ column = 'nothing', text, count }) => `asked: ${column} "${text}"${times(count)}`),
    ...unread.map(
      ({ column, text, fault, count }) =>
        `not read: ${column} "${text}"${fault === undefined ? '' : ` ${fault.detail}`}${times(count)}`,
    ),
  ];
}
