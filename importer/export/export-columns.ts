import type { Pet, PetListing } from '../../client/types.gen.ts';
import { profileFields } from '../profile-fields.ts';
import { addressOf } from '../source/json-rows.ts';
import { writeProfileCell } from './write-cell.ts';

/** The columns of CSV, which is that of RFC 4180, but with Unix line ends. `toCell` makes a text safe for spreadsheets. */
export interface Columns<Item> {
  names: readonly string[];
  cellsOf(item: Item, toCell: (text: string) => string): (string | bigint | undefined)[];
}

export const petColumns: Columns<Pet> = {
  names: ['id', 'name', 'categoryId', 'status'],
  cellsOf: ({ id, name, categoryId, status }, toCell) => [id, toCell(name), categoryId, status],
};

/** The same with the profile, with the names by which an import knows them. */
export const listingColumns: Columns<PetListing> = {
  names: [...petColumns.names, ...profileFields, 'createdAt', 'updatedAt', 'statusSince', 'photos'],
  cellsOf({ id, name, category, status, profile, createdAt, updatedAt, statusSince, photos }, toCell) {
    const fields = profileFields.map((field) => toCell(writeProfileCell(field, profile)));
    const addresses = photos.map(addressOf).join(' ');
    return [id, toCell(name), category.id, status, ...fields, createdAt, updatedAt, statusSince, addresses];
  },
};
