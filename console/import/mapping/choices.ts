import { isPetStatus } from '../../../client/guards.gen.ts';
import { guessProfileColumns } from '../../../client/import/guess-profile.ts';
import { findColumns } from '../../../client/import/header.ts';
import { createMapping, type Mapping, type MappingRules, type ProfileRule } from '../../../client/import/mapping.ts';
import { findPreset, type Preset } from '../../../client/import/presets.ts';
import {
  type DateOrder,
  guessDateOrder,
  type ProfileField,
  profileFields,
} from '../../../client/import/profile-cells.ts';
import { leaveOut, type StatusMap } from '../../../client/import/status-map.ts';
import { UnusableMappingError } from '../../../client/import/unusable-mapping-error.ts';
import { type PetStatus, petStatuses } from '../../../client/index.ts';
import { parseInt64 } from '../../../client/transport/int64.ts';
import { texts } from '../../texts/page-texts.ts';
import type { SourceFile } from '../file/source-file.ts';

const words = texts.import;

/** The user's choices for the columns of a file. Columns are numbered from 0. */
export interface ColumnChoices {
  readonly name: number | undefined;
  readonly otherName: number | undefined;
  readonly category: number | 'same' | undefined;
  /** The category number for all rows, as typed. */
  readonly categoryText: string;
  readonly status: number | undefined;
  /** The status for each text of the status column. Rows with a text without a status are left out. */
  readonly statuses: ReadonlyMap<string, PetStatus>;
  /** What columns give of the profile; the others are left out of it. */
  readonly profile: ReadonlyMap<number, ProfileChoice>;
  /** What dates with slashes mean, if the user has said it. */
  readonly dateOrder: DateOrder | undefined;
  readonly updatesKnown: boolean;
  /** Named after the references. */
  readonly photos: readonly File[];
  /** The system whose export was recognized. */
  readonly preset: Preset | undefined;
}

export interface ChoicesProps {
  source: SourceFile;
  choices: ColumnChoices;
  onChange: (choices: ColumnChoices) => void;
}

export type ProfileChoice = ProfileField | 'attribute';

export type ChoiceErrors = Partial<Record<'name' | 'category' | 'categoryText', string>>;

export function findErrors({ name, category, categoryText }: ColumnChoices): ChoiceErrors {
  return {
    ...(name === undefined && { name: words.nameMissing }),
    ...(category === undefined && { category: words.categoryMissing }),
    ...(category === 'same' &&
      parseInt64(categoryText.trim()) === undefined && { categoryText: words.categoryNumberWrong }),
  };
}

export function toRules(choices: ColumnChoices, source: SourceFile): MappingRules | undefined {
  const { name, otherName, category, categoryText, status } = choices;
  const columnAt = (index: number) => (source.columns[index] ?? '').trim();
  const categoryId = parseInt64(categoryText.trim());
  if (name === undefined || category === undefined) return undefined;
  if (category === 'same' && categoryId === undefined) return undefined;
  return {
    nameColumns: [name, ...(otherName === undefined || otherName === name ? [] : [otherName])].map(columnAt),
    category:
      category === 'same'
        ? { kind: 'fixed', categoryId: categoryId ?? 0n }
        : { kind: 'column', column: columnAt(category) },
    status:
      status === undefined
        ? { kind: 'none' }
        : { kind: 'column', column: columnAt(status), map: mapOf(choices, source) },
    profile: profileRules(choices, columnAt),
    leaveOut: choices.preset?.leaveOut ?? [],
    dateOrder: choices.dateOrder,
  };
}

/** The mapping of these choices, or why they do not fit the columns; `undefined` while something is missing. */
export function toMapping(choices: ColumnChoices, source: SourceFile): Mapping | UnusableMappingError | undefined {
  const rules = toRules(choices, source);
  try {
    return rules && createMapping(rules, source.columns);
  } catch (error) {
    if (error instanceof UnusableMappingError) return error;
    throw error;
  }
}

export function hasReference({ profile }: ColumnChoices): boolean {
  return [...profile.values()].includes('reference');
}

/** What the dates with slashes in the first rows show; `undefined` where no column that is used has any. */
export function shownDateOrder({ firstRows }: SourceFile, { profile }: Pick<ColumnChoices, 'profile'>) {
  const columns = [...profile].filter(
    ([, field]) => field === 'birthDate' || field === 'arrivedOn' || field === 'outcomeOn',
  );
  return guessDateOrder(firstRows.flatMap(({ cells }) => columns.map(([index]) => cells[index] ?? '')));
}

/** In the order of the columns, as the preview shows them. */
function profileRules({ profile }: ColumnChoices, columnAt: (index: number) => string): ProfileRule[] {
  return [...profile]
    .toSorted(([one], [other]) => one - other)
    .map(([index, choice]) => {
      const column = columnAt(index);
      return choice === 'attribute' ? { column, attribute: column } : { column, field: choice };
    });
}

/** The texts of the status column that are not statuses; `undefined` if there are too many to list. */
export function textsToMap(
  { status }: Pick<ColumnChoices, 'status'>,
  { texts }: SourceFile,
): readonly string[] | undefined {
  const known = status === undefined ? [] : texts[status];
  return known?.filter((text) => text !== '' && !isPetStatus(text));
}

/** Without texts to map there is no map, as with `petstore import`. */
function mapOf(choices: ColumnChoices, source: SourceFile): StatusMap | undefined {
  const known = choices.status === undefined ? undefined : source.texts[choices.status];
  if (known === undefined || textsToMap(choices, source)?.length === 0) return undefined;
  const texts = known.filter((text) => text !== '');
  return new Map(texts.map((text) => [text, isPetStatus(text) ? text : (choices.statuses.get(text) ?? leaveOut)]));
}

/** Usual column names, the best first. The first is the default of `petstore import`. */
const usualNames = {
  name: ['name', 'animalname', 'petname'],
  category: ['categoryId', 'category', 'species', 'animaltype', 'kind', 'type'],
  status: ['status', 'availability', 'outcometype', 'outcome'],
} as const;

const usualTexts: Record<PetStatus, RegExp> = {
  available: /^(available|free|adoptable|in shelter)$/i,
  pending: /^(pending|reserved|on hold|hold)$/i,
  sold: /^(sold|adopted|adoption|rehomed)$/i,
};

/** Guesses the meaning of columns from their names, or takes it from the export that they are recognized as. */
export function guessChoices(source: SourceFile): ColumnChoices {
  const { columns, texts } = source;
  const preset = findPreset(columns);
  const columnOf = (kind: keyof typeof usualNames) =>
    preset === undefined ? guessColumn(columns, usualNames[kind]) : findColumns(columns, preset.columns[kind])[0];
  const status = columnOf('status');
  const statusTexts = (status === undefined ? undefined : texts[status]) ?? [];
  const known = new Map(Object.entries(preset?.statuses ?? {}));
  const profile = preset === undefined ? guessProfileColumns(columns) : profileOf(columns, preset.profile);
  const dateOrder = shownDateOrder(source, { profile });
  const isOutcome = status !== undefined && profile.get(status) === 'outcomeType';
  return {
    name: columnOf('name'),
    otherName: undefined,
    category: columnOf('category'),
    categoryText: '',
    status,
    statuses: new Map([
      // How an animal has left says that it has.
      ...statusTexts.flatMap((text) => (isOutcome && text !== '' ? [[text, 'sold'] as const] : [])),
      ...guessStatuses(statusTexts),
      ...known,
    ]),
    profile,
    dateOrder: dateOrder === 'unclear' ? preset?.dateOrder : dateOrder,
    updatesKnown: false,
    photos: [],
    preset,
  };
}

/** A column that gives two fields, such as a species and a category, is one of them here. */
function profileOf(columns: readonly string[], fields: Preset['profile']): ReadonlyMap<number, ProfileField> {
  return new Map(
    profileFields.flatMap((field) => findColumns(columns, fields[field] ?? '').map((index) => [index, field] as const)),
  );
}

export function guessStatuses(texts: readonly string[]): ReadonlyMap<string, PetStatus> {
  return new Map(
    texts.flatMap((text) => {
      const status = petStatuses.find((known) => usualTexts[known].test(text));
      return status === undefined ? [] : [[text, status] as const];
    }),
  );
}

function guessColumn(columns: readonly string[], names: readonly string[]): number | undefined {
  const [exact = ''] = names;
  const exactAt = columns.findIndex((column) => column.trim() === exact);
  if (exactAt >= 0) return exactAt;
  const plain = columns.map((column) => column.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const places = names.map((name) => plain.indexOf(name.toLowerCase()));
  return places.find((place) => place >= 0);
}
