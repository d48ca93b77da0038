import type { PetListing } from '../../../client/index.ts';
import { protectFromFormulas } from '../../../importer/export/formulas.ts';
import { writeProfileCell } from '../../../importer/export/write-cell.ts';
import { profileFields } from '../../../importer/profile-fields.ts';
import { internalFields } from '../../../src/record/shapes/profile-model.ts';
import { type AgeBounds, type Breeds, type PortalKinds, portalKinds } from './kinds.ts';

/** An animal with what the columns of several formats have in common. */
export interface FeedAnimal extends PetListing, Breeds {
  /** Its species in the word of the portal; `undefined` where it has none for it. */
  readonly kind: string | undefined;
  readonly age: string | undefined;
  /** The names of the files of its photos, or their addresses, in their order. */
  readonly photoCells: readonly string[];
}

/** What a column says of an animal; empty where nothing is to be said, `undefined` where it is not known. */
type Cell = (animal: FeedAnimal) => string | undefined;

/** Where a value is required: why an animal without it is left out, or what is written instead. */
type Requirement = { readonly missing: string } | { readonly otherwise: string };

export type Column = readonly [name: string, cell: Cell, required?: Requirement];

/** A feed as its reader wants it: the files, as they are uploaded, and the columns of the data file in their order. */
export interface FeedFormat {
  /** Where the data file is; with a slash at its end, or empty. */
  readonly folder: string;
  readonly photoFolder: string;
  /** How many photos of an animal the reader takes: as files, and as addresses. */
  readonly maxPhotos: { readonly files: number; readonly addresses: number };
  /** Whether it is for a portal, which takes a line for each animal, and shows those without a photo badly. */
  readonly isPortal: boolean;
  /** Whether columns of photos also name files. */
  readonly namesFiles: boolean;
  /** Whether the portal never reads an address again, not even when it has removed the animal in between. */
  readonly remembersAddresses?: true;
  readonly kinds?: PortalKinds;
  readonly ages?: AgeBounds;
  /** How the portal spells breeds, by their names in small letters. */
  readonly breeds?: Readonly<Record<string, string>>;
  readonly columns: readonly Column[];
  /** A further file, which does not depend on animals. */
  readonly settings?: { readonly name: string; readonly text: string };
}

type Profile = PetListing['profile'];
type YesAndNo = readonly [yes: string, no: string];

const id: Cell = ({ id }) => String(id);
const name: Cell = ({ name }) => name;
const kind: Cell = ({ kind }) => kind;
const age: Cell = ({ age }) => age;
const breed: Cell = ({ breeds }) => breeds[0];
const secondBreed: Cell = ({ breeds }) => breeds[1];
const nothing: Cell = () => undefined;
const sex =
  (female: string, male: string): Cell =>
  ({ profile }) =>
    profile.sex === 'female' ? female : profile.sex === 'male' ? male : undefined;
const size =
  (words: Readonly<Record<string, string>>): Cell =>
  ({ profile }) =>
    words[profile.size ?? ''];
const flag =
  ([yes, no]: YesAndNo, read: (profile: Profile) => boolean | undefined): Cell =>
  ({ profile }) => {
    const value = read(profile);
    return value === undefined ? undefined : value ? yes : no;
  };
const mixed =
  ([yes, no]: YesAndNo, unknown = ''): Cell =>
  ({ isMixed = unknown }) =>
    isMixed === true ? yes : isMixed === false ? no : isMixed;
/** Animals with another status are left out. */
const available =
  (word: string): Cell =>
  ({ status }) =>
    status === 'available' ? word : undefined;
/** As HTML text, in one line. */
const description =
  (lineBreak: string): Cell =>
  ({ profile }) =>
    Bun.escapeHTML(profile.description?.trim() ?? '').replaceAll(/\r\n|\r|\n/g, lineBreak);
/** The names of some breeds of cats tell it, too. */
const coatLength: Cell = ({ profile }) => {
  const [, length = ''] = /\b(short|medium|long)(?:$|[ -]?hair)/i.exec(profile.coat ?? profile.breed ?? '') ?? [];
  return length.slice(0, 1).toUpperCase() + length.slice(1).toLowerCase();
};
const birthDate: Cell = ({ profile }) => (profile.birthDatePrecision === 'day' ? profile.birthDate : undefined);
/** A fee is shown in dollars, whichever currency it has. */
const dollars: Cell = ({ profile }) => /^([\d.]+) (?:USD|CAD)$/.exec(writeProfileCell('fee', profile))?.[1];
const photos = (count: number): Column[] =>
  Array.from({ length: count }, (_, index) => [`photo${index + 1}`, ({ photoCells }) => photoCells[index]]);
const blank = (...names: string[]): Column[] => names.map((name) => [name, nothing]);

const notAvailable = { missing: 'it is not available' };
const noBreed = { missing: 'it has no breed' };
const noKind = ({ words }: PortalKinds) => ({ missing: `its species is none of the portal: ${words.join(', ')}` });
const letters = { small: 'S', medium: 'M', large: 'L', extra_large: 'XL' };
const sizeNames = { small: 'Small', medium: 'Medium', large: 'Large', extra_large: 'X-Large' };
const shortHair = {
  'domestic shorthair': 'Domestic Short Hair',
  'domestic mediumhair': 'Domestic Medium Hair',
  'domestic longhair': 'Domestic Long Hair',
};
const ifYes: YesAndNo = ['1', ''];
const bit: YesAndNo = ['1', '0'];
const notBit: YesAndNo = ['0', '1'];
const words: YesAndNo = ['Yes', 'No'];

const petfinder: FeedFormat = {
  folder: 'import/',
  photoFolder: 'import/photos/',
  maxPhotos: { files: 3, addresses: 6 },
  isPortal: true,
  namesFiles: false,
  remembersAddresses: true,
  kinds: portalKinds.petfinder,
  ages: [12, 36, 96],
  breeds: shortHair,
  columns: [
    ['ID', id],
    ['Internal', id],
    ['AnimalName', name],
    ['PrimaryBreed', breed, noBreed],
    ['SecondaryBreed', secondBreed],
    ['Sex', sex('F', 'M'), { missing: 'its sex is not known' }],
    ['Size', size(letters), { otherwise: 'M' }],
    ['Age', age, { missing: 'its date of birth is not known' }],
    ['Desc', description('&#10;')],
    ['Type', kind, noKind(portalKinds.petfinder)],
    ['Status', available('A'), notAvailable],
    ['Shots', flag(ifYes, ({ vaccinated }) => vaccinated)],
    ['Altered', flag(ifYes, ({ neutered }) => neutered)],
    ['NoDogs', flag(notBit, ({ goodWith }) => goodWith?.dogs)],
    ['NoCats', flag(notBit, ({ goodWith }) => goodWith?.cats)],
    ['NoKids', flag(notBit, ({ goodWith }) => goodWith?.children)],
    ['Housetrained', flag(ifYes, ({ houseTrained }) => houseTrained)],
    ['Declawed', nothing],
    ['specialNeeds', flag(ifYes, ({ specialNeeds }) => specialNeeds)],
    ['Mix', mixed(ifYes)],
    ...photos(6),
    ['arrival_date', ({ profile }) => profile.arrivedOn],
    ['birth_date', birthDate],
    ...blank('primaryColor', 'secondaryColor', 'tertiaryColor', 'coat_length'),
    ['adoption_fee', dollars],
    ['display_adoption_fee', (animal) => dollars(animal) && '1'],
    ...blank('adoption_fee_waived', 'special_needs_notes', 'no_other', 'no_other_note', 'tags'),
  ],
};

const adoptapetColumns: Column[] = [
  ['Id', id],
  ['Animal', kind, noKind(portalKinds.adoptapet)],
  ['Breed', breed, noBreed],
  ['Breed2', secondBreed],
  ['Purebred', mixed(notBit, '0')],
  ['Age', age],
  ['Name', name],
  // Other animals must have none.
  ['Size', (animal) => (/^(Dog|Cat)$/.test(animal.kind ?? '') ? size(letters)(animal) : undefined)],
  ['Sex', sex('F', 'M')],
  ['Description', description('<br>')],
  ['Status', available('Available'), notAvailable],
  ['GoodWKids', flag(bit, ({ goodWith }) => goodWith?.children)],
  ['GoodWCats', flag(bit, ({ goodWith }) => goodWith?.cats)],
  ['GoodWDogs', flag(bit, ({ goodWith }) => goodWith?.dogs)],
  ['SpayedNeutered', flag(bit, ({ neutered }) => neutered)],
  ['ShotsCurrent', flag(bit, ({ vaccinated }) => vaccinated)],
  ['Housetrained', flag(bit, ({ houseTrained }) => houseTrained)],
  ['SpecialNeeds', flag(bit, ({ specialNeeds }) => specialNeeds)],
  ['HairLength', (animal) => (/^(Cat|Rabbit|Small)/.test(animal.kind ?? '') ? coatLength(animal) : undefined)],
  ['PhotoURL', ({ photoCells }) => photoCells[0]],
  ['Birthdate', (animal) => birthDate(animal)?.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')],
  // In whole dollars.
  ['AdoptionFee', (animal) => /^([1-9]\d*)\.00$/.exec(dollars(animal) ?? '')?.[1]],
];
const adoptapet: FeedFormat = {
  folder: '',
  photoFolder: 'photos/',
  maxPhotos: { files: 4, addresses: 1 },
  isPortal: true,
  namesFiles: false,
  kinds: portalKinds.adoptapet,
  ages: [6, 24, 108],
  columns: adoptapetColumns,
  settings: {
    name: 'import.cfg',
    text: adoptapetColumns.map(([name], index) => `#${index + 1}:${name}=${name}\n`).join(''),
  },
};

const rescuegroups: FeedFormat = {
  folder: 'import/',
  photoFolder: 'import/pictures/',
  maxPhotos: { files: 4, addresses: 4 },
  isPortal: true,
  namesFiles: true,
  kinds: portalKinds.rescuegroups,
  ages: [6, 24, 108],
  breeds: shortHair,
  columns: [
    ['externalID', id],
    ['rescueID', id],
    ['name', ({ name }) => [...name].slice(0, 50).join('')],
    ['status', available('Available'), notAvailable],
    ['type', kind, noKind(portalKinds.rescuegroups)],
    ['priBreed', ({ breeds, kind }) => breeds[0] ?? (kind === 'Dog' ? '' : undefined), noBreed],
    ['secBreed', secondBreed],
    ['mix', mixed(words)],
    ['sex', sex('Female', 'Male')],
    ['age', age],
    ['okwithdogs', flag(words, ({ goodWith }) => goodWith?.dogs)],
    ['okwithcats', flag(words, ({ goodWith }) => goodWith?.cats)],
    ['okwithkids', flag(words, ({ goodWith }) => goodWith?.children)],
    ['housebroken', flag(words, ({ houseTrained }) => houseTrained)],
    ['specialNeeds', flag(words, ({ specialNeeds }) => specialNeeds)],
    ['altered', flag(words, ({ neutered }) => neutered)],
    ['size', size(sizeNames)],
    ['uptodate', flag(words, ({ vaccinated }) => vaccinated)],
    ['coatLength', coatLength],
    ['dsc', description('<br>')],
    ...photos(4),
  ],
};

const publicFields = profileFields.filter((field) => !internalFields.some((internal) => internal === field));
/** For readers of no particular kind: all that the public page shows, with the names of an export. */
const csv: FeedFormat = {
  folder: '',
  photoFolder: 'photos/',
  maxPhotos: { files: 24, addresses: 24 },
  isPortal: false,
  namesFiles: true,
  columns: [
    ['id', id],
    ['name', ({ name }) => protectFromFormulas(name)],
    ['status', ({ status }) => status],
    ['category', ({ category }) => protectFromFormulas(category.name ?? '')],
    ...publicFields.map(
      (field): Column => [field, ({ profile }) => protectFromFormulas(writeProfileCell(field, profile))],
    ),
    ['photos', ({ photoCells }) => photoCells.join(' ')],
  ],
};

export const formats = { petfinder, adoptapet, rescuegroups, csv } as const;
export type FormatName = keyof typeof formats;
