import { guessProfileColumns } from '../../../client/import/guess-profile.ts';
import { findColumns } from '../../../client/import/header.ts';
import { findPreset, type Preset } from '../../../client/import/presets.ts';
import { type ProfileField, profileFields } from '../../../client/import/profile-cells.ts';
import { type PetStatus, petStatuses } from '../../../client/index.ts';
import type { SourceFile } from '../file/source-file.ts';
import { type ColumnChoices, shownDateOrder } from './choices.ts';

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
  return {
    name: columnOf('name'),
    otherName: undefined,
    category: columnOf('category'),
    categoryText: '',
    status,
    statuses: new Map([
      // How an animal has left says that it has.
      ...(status !== undefined && profile.get(status) === 'outcomeType' ? allSold(statusTexts) : []),
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

function allSold(texts: readonly string[]): ReadonlyMap<string, PetStatus> {
  return new Map(texts.filter((text) => text !== '').map((text) => [text, 'sold']));
}

/** A column that gives two fields, such as a species and a category, is one of them here. */
function profileOf(columns: readonly string[], fields: Preset['profile']): ReadonlyMap<number, ProfileField> {
  return new Map(
    profileFields.flatMap((field) => findColumns(columns, fields[field] ?? '').map((index) => [index, field] as const)),
  );
}

/** Guesses the statuses that the texts of a status column mean. Unclear texts are left out. */
export function guessStatuses(texts: readonly string[]): ReadonlyMap<string, PetStatus> {
  const statuses = new Map<string, PetStatus>();
  for (const text of texts) {
    const status = petStatuses.find((known) => usualTexts[known].test(text));
    if (status !== undefined) statuses.set(text, status);
  }
  return statuses;
}

function guessColumn(columns: readonly string[], names: readonly string[]): number | undefined {
  const [exact = ''] = names;
  const exactAt = columns.findIndex((column) => column.trim() === exact);
  if (exactAt >= 0) return exactAt;
  const plain = columns.map((column) => column.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const places = names.map((name) => plain.indexOf(name.toLowerCase()));
  return places.find((place) => place >= 0);
}
