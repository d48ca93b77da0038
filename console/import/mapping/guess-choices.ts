import type { PetStatus } from '../../../client/index.ts';
import type { SourceFile } from '../file/source-file.ts';
import type { Choices } from './choices.ts';

/** What columns are called, the best name first. The first is that which `petstore import` looks for. */
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

/** What the columns of a file most likely mean, by what they are called. */
export function guessChoices({ columns, texts }: SourceFile): Choices {
  const status = guessColumn(columns, usualNames.status);
  return {
    name: guessColumn(columns, usualNames.name),
    otherName: undefined,
    category: guessColumn(columns, usualNames.category),
    categoryText: '',
    status,
    statuses: guessStatuses((status === undefined ? undefined : texts[status]) ?? []),
  };
}

/** What the texts of a status column most likely stand for. One that says nothing is left out. */
export function guessStatuses(texts: readonly string[]): ReadonlyMap<string, PetStatus> {
  const statuses = new Map<string, PetStatus>();
  for (const text of texts) {
    if (usualTexts.available.test(text)) statuses.set(text, 'available');
    else if (usualTexts.pending.test(text)) statuses.set(text, 'pending');
    else if (usualTexts.sold.test(text)) statuses.set(text, 'sold');
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
