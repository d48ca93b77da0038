import { findNameFault } from '../../client/names.ts';
import { readFieldFaults } from '../lib/field-faults.ts';

/** The fields of an animal, as the server names them. */
const petFields = ['name', 'categoryId', 'status'] as const;
export type PetField = (typeof petFields)[number];

/** What is wrong, by field. */
export type PetFaults = Partial<Record<PetField, string>>;

/** What keeps a name from being taken. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return 'Give it a name.';
  const fault = findNameFault(name);
  return fault && `The name ${fault}.`;
}

/** What keeps a category from being taken. */
export function categoryFault(text: string, categoryId: bigint | undefined): string | undefined {
  if (text.trim() === '') return 'Type a number, or choose a category.';
  return categoryId === undefined ? 'No category has this name, and it is no number that can be used.' : undefined;
}

/** The faults that the server has found, by field; none for any other error, and for a message that names no field. */
export function serverFaults(error: unknown): PetFaults {
  const found = readFieldFaults(error);
  const faults: PetFaults = {};
  for (const field of petFields) if (found[field] !== undefined) faults[field] = found[field];
  return faults;
}
