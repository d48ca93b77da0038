import type { PetListing } from '../../../../client/index.ts';

/** An animal with what the columns of several formats have in common. */
export interface FeedAnimal {
  readonly listing: PetListing;
  /** Its species in the word of the portal; `undefined` where it has none for it. */
  readonly kind: string | undefined;
  /** At most two, in the words of the portal as far as they are known. */
  readonly breeds: readonly string[];
  readonly isMixed: boolean;
  readonly age: string | undefined;
  /** The names of the files of its photos, or their addresses, in their order. */
  readonly photos: readonly string[];
}

/** A column of a format. */
export interface Column {
  readonly name: string;
  /** What it says of an animal; empty where nothing has to be said, `undefined` where a required value is not known. */
  readonly cell: (animal: FeedAnimal) => string | undefined;
  /** Why an animal without a required value is left out. */
  readonly missing?: string;
  /** What is written instead of a required value that is not known. */
  readonly otherwise?: string;
}

type More = Pick<Column, 'missing' | 'otherwise'>;

export const column = (name: string, cell: Column['cell'] = () => '', more: More = {}): Column => ({
  name,
  cell,
  ...more,
});

export const id: Column['cell'] = ({ listing }) => String(listing.id);
export const name: Column['cell'] = ({ listing }) => listing.name;
export const kind: Column['cell'] = ({ kind }) => kind;
export const age: Column['cell'] = ({ age }) => age;
export const breed: Column['cell'] = ({ breeds }) => breeds[0];
export const secondBreed: Column['cell'] = ({ breeds }) => breeds[1] ?? '';

/** The word for an animal that can be adopted at once. Others are left out. */
export const available =
  (word: string): Column['cell'] =>
  ({ listing }) =>
    listing.status === 'available' ? word : undefined;

/** The word for what a field says, from those for its values; `undefined` where it says none of them. */
export const word =
  <Field extends 'sex' | 'size'>(field: Field, words: Readonly<Record<string, string>>): Column['cell'] =>
  ({ listing }) =>
    words[listing.profile[field] ?? ''];

type Flag = 'vaccinated' | 'neutered' | 'houseTrained' | 'specialNeeds';

/** What is written for yes and for no. Nothing is written for what is not known. */
export const flag =
  (field: Flag, [yes, no]: readonly [string, string]): Column['cell'] =>
  ({ listing }) =>
    printFlag(listing.profile[field], [yes, no]);

export const company =
  (whom: 'children' | 'dogs' | 'cats', [yes, no]: readonly [string, string]): Column['cell'] =>
  ({ listing }) =>
    printFlag(listing.profile.goodWith?.[whom], [yes, no]);

function printFlag(value: boolean | undefined, [yes, no]: readonly [string, string]): string {
  return value === undefined ? '' : value ? yes : no;
}

/** The description as HTML text, in one line. */
export const description =
  (lineBreak: string): Column['cell'] =>
  ({ listing }) =>
    Bun.escapeHTML(listing.profile.description?.trim() ?? '').replaceAll(/\r\n|\r|\n/g, lineBreak);

/** The length of the coat, which the names of some breeds of cats tell, too. */
export const coatLength: Column['cell'] = ({ listing: { profile } }) => {
  const [, length] = /\b(short|medium|long)(?:$|[ -]?hair)/i.exec(profile.coat ?? profile.breed ?? '') ?? [];
  return length === undefined ? '' : length.slice(0, 1).toUpperCase() + length.slice(1).toLowerCase();
};

/** A day as `YYYY-MM-DD`, if all of it is known. */
export const birthDate: Column['cell'] = ({ listing: { profile } }) =>
  profile.birthDatePrecision === 'day' ? (profile.birthDate ?? '') : '';

/** `photo1`, `photo2` and so on. */
export const photoColumns = (count: number): Column[] =>
  Array.from({ length: count }, (_, index) => column(`photo${index + 1}`, ({ photos }) => photos[index] ?? ''));
