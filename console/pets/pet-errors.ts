import { findNameFault } from '../../client/names.ts';

/** The fields of an animal, as the server names them. */
export const petFields = ['name', 'categoryId', 'status'];

/** Why a name is not valid. */
export function nameError(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  const fault = findNameFault(name);
  return fault && `The name ${fault}.`;
}

/** Why the text of the category field is not valid. */
export function categoryError(text: string, categoryId: bigint | undefined): string | undefined {
  if (text.trim() === '') return 'Enter a number, or choose a category.';
  return categoryId === undefined ? 'Unknown category. Choose one from the list, or enter a number.' : undefined;
}
