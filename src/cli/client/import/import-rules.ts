import { findColumns } from '../../../../client/import/header.ts';
import type { MappingRules, ProfileRule } from '../../../../client/import/mapping.ts';
import { findPreset, type Preset } from '../../../../client/import/presets.ts';
import { type DateOrder, type ProfileField, profileFields } from '../../../../client/import/profile-cells.ts';
import { leaveOut, parseStatusMap, splitList } from '../../../../client/import/status-map.ts';
import { UnusableMappingError } from '../../../../client/import/unusable-mapping-error.ts';
import { parseInt64 } from '../../../../client/transport/int64.ts';

export interface RuleOptions {
  name?: string;
  category?: string;
  categoryId?: string;
  status?: string;
  statusMap?: string;
  profile?: string;
  attributes?: string;
  dates?: DateOrder;
  photos?: string;
}

const defaultNameColumn = 'name';
const defaultCategoryColumn = 'categoryId';
const defaultStatusColumn = 'status';

/** What no option says follows from the columns, where they are those of an export that is recognized. */
export function importRules(options: RuleOptions, columns: readonly string[]): MappingRules {
  const preset = findPreset(columns);
  const nameColumns = splitList(options.name ?? preset?.columns.name ?? defaultNameColumn).filter(
    (column) => column !== '',
  );
  if (nameColumns.length === 0) throw new UnusableMappingError(['--name must name at least one column.']);
  return {
    nameColumns,
    category: categoryRule(options, preset),
    status: statusRule(options, columns, preset),
    profile: [
      ...(preset === undefined ? sameNamed(columns) : presetRules(preset)),
      ...profileRules(options.profile),
      ...attributeRules(options.attributes),
    ],
    photos: options.photos?.trim(),
    leaveOut: preset?.leaveOut ?? [],
    dateOrder: options.dates ?? preset?.dateOrder,
  };
}

function categoryRule({ category, categoryId }: RuleOptions, preset: Preset | undefined): MappingRules['category'] {
  const column = category?.trim() ?? preset?.columns.category ?? defaultCategoryColumn;
  if (categoryId === undefined) return { kind: 'column', column };
  if (category !== undefined) throw new UnusableMappingError(['Give either --category or --category-id, not both.']);
  const id = parseInt64(categoryId);
  if (id !== undefined) return { kind: 'fixed', categoryId: id };
  throw new UnusableMappingError([
    `--category-id must be a whole number of 64 bits, such as 3; it is "${categoryId}".`,
  ]);
}

/** An export has a column `status`, and importing it without a word about it must not lose what it says. */
function statusRule(
  { status, statusMap }: RuleOptions,
  columns: readonly string[],
  preset: Preset | undefined,
): MappingRules['status'] {
  if (status === undefined && statusMap === undefined && preset !== undefined) {
    const column = preset.columns.status;
    if (findColumns(columns, column).length === 0) return { kind: 'none' };
    const map = new Map([...Object.entries(preset.statuses), ['', 'available'] as const, ['*', leaveOut] as const]);
    return { kind: 'column', column, map };
  }
  const isDefaultThere = findColumns(columns, defaultStatusColumn).length > 0;
  const column = status?.trim() ?? (isDefaultThere ? defaultStatusColumn : undefined);
  const map = statusMap === undefined ? undefined : parseStatusMap(statusMap);
  if (column !== undefined) return { kind: 'column', column, map };
  if (map === undefined) return { kind: 'none' };
  throw new UnusableMappingError(['--status-map needs --status, the column that it reads.']);
}

/** Columns that are named as in an export, in any case. */
function sameNamed(columns: readonly string[]): ProfileRule[] {
  const named = profileFields.filter((field) => findColumns(columns, field).length > 0);
  return named.map((field) => ({ column: field, field }));
}

function presetRules({ profile }: Preset): ProfileRule[] {
  return profileFields.flatMap((field) => {
    const column = profile[field];
    return column === undefined ? [] : [{ column, field }];
  });
}

/** Reads `breed=Breed,birthDate=Date of birth`. @throws UnusableMappingError with everything that is wrong */
function profileRules(text: string | undefined): ProfileRule[] {
  if (text === undefined) return [];
  const problems: string[] = [];
  const rules = splitList(text).flatMap((entry): ProfileRule[] => {
    const [field = '', ...rest] = entry.split('=');
    const column = rest.join('=').trim();
    const name = field.trim();
    if (column !== '' && isProfileField(name)) return [{ column, field: name }];
    problems.push(
      column === ''
        ? `--profile has the entry "${entry}", which is not of the form FIELD=COLUMN.`
        : `A profile has no field "${name}". Its fields are: ${profileFields.join(', ')}.`,
    );
    return [];
  });
  if (problems.length > 0) throw new UnusableMappingError(problems);
  return rules;
}

function isProfileField(name: string): name is ProfileField {
  return profileFields.some((field) => field === name);
}

function attributeRules(text: string | undefined): ProfileRule[] {
  const columns = text === undefined ? [] : splitList(text).filter((column) => column !== '');
  return columns.map((column) => ({ column, attribute: column }));
}
