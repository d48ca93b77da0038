import { guessProfileColumns } from '../../../client/import/guess-profile.ts';
import { type PetStatus, petStatuses } from '../../../client/index.ts';
import type { SourceFile } from '../file/source-file.ts';
import type { ColumnChoices } from './choices.ts';

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

/** Guesses the meaning of columns from their names. */
export function guessChoices({ columns, texts }: SourceFile): ColumnChoices {
  const status = guessColumn(columns, usualNames.status);
  return {
    name: guessColumn(columns, usualNames.name),
    otherName: undefined,
    category: guessColumn(columns, usualNames.category),
    categoryText: '',
    status,
    statuses: guessStatuses((status === undefined ? undefined : texts[status]) ?? []),
    profile: guessProfileColumns(columns),
  };
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
