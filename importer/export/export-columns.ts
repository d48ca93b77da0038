import type { Note, Pet, PetListing } from '../../client/types.gen.ts';
import { profileFields } from '../profile-fields.ts';
import { addressOf } from './photo-address.ts';
import { writeProfileCell } from './write-cell.ts';

/** The columns of CSV, which is that of RFC 4180, but with Unix line ends. `toCell` makes a text safe for spreadsheets. */
export interface Columns<Item> {
  names: readonly string[];
  cellsOf(item: Item, toCell: (text: string) => string): (string | bigint | undefined)[];
}

const petNames = ['id', 'name', 'categoryId', 'status'];

/** The last column has the name of the category, by which it is known again where a spreadsheet has shortened its number. */
export function petColumns(nameOf: (categoryId: bigint) => string | undefined): Columns<Pet> {
  return {
    names: [...petNames, 'category'],
    cellsOf: ({ id, name, categoryId, status }, toCell) => [
      ...[id, toCell(name), categoryId, status],
      toCell(nameOf(categoryId) ?? ''),
    ],
  };
}

/** Notes on animals, each with who has written it. */
export const noteColumns: Columns<Note> = {
  names: ['petId', 'createdAt', 'createdBy', 'text'],
  cellsOf: ({ petId, createdAt, createdBy, text }, toCell) => [
    ...[petId, createdAt, toCell(createdBy.name ?? createdBy.type), toCell(text)],
  ],
};

/** The same with the profile, with the names by which an import knows them. */
export const listingColumns: Columns<PetListing> = {
  names: [...petNames, ...profileFields, 'createdAt', 'updatedAt', 'statusSince', 'photos', 'category'],
  cellsOf({ id, name, category, status, profile, createdAt, updatedAt, statusSince, photos }, toCell) {
    const fields = profileFields.map((field) => toCell(writeProfileCell(field, profile)));
    const addresses = photos.map(addressOf).join(' ');
    const times = [createdAt, updatedAt, statusSince];
    return [id, toCell(name), category.id, status, ...fields, ...times, addresses, toCell(category.name ?? '')];
  },
};
