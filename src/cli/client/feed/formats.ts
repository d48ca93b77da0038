import { protectFromFormulas } from '../../../../client/import/formulas.ts';
import { profileFields, writeProfileCell } from '../../../../client/import/profile-cells.ts';
import { internalFields } from '../../../catalogue/profiles/model.ts';
import {
  age,
  available,
  birthDate,
  breed,
  type Column,
  coatLength,
  column,
  company,
  description,
  type FeedAnimal,
  flag,
  id,
  kind,
  name,
  photoColumns,
  secondBreed,
  word,
} from './columns.ts';
import { type Breeds, type PortalKinds, portalKinds } from './kinds.ts';

/** A feed as its reader wants it: the files, as they are uploaded, and the columns of the data file in their order. */
export interface FeedFormat {
  /** Where the data file is; with a slash at its end, or empty. */
  readonly folder: string;
  readonly photoFolder: string;
  /** How many photos of an animal the reader takes: as files, and as addresses. */
  readonly maxPhotos: { readonly files: number; readonly addresses: number };
  /** Whether it is for a portal, where animals without a photo are left out. */
  readonly isPortal: boolean;
  readonly columns: readonly Column[];
  /** Whether columns of photos name the files, too. */
  readonly namesFiles: boolean;
  readonly kinds?: PortalKinds;
  /** How the portal spells breeds, by their names in small letters. */
  readonly breeds?: Breeds;
  /** A further file, which does not depend on animals. */
  readonly settings?: { readonly name: string; readonly text: string };
}

const letters = { small: 'S', medium: 'M', large: 'L', extra_large: 'XL' };
const initials = { female: 'F', male: 'M' };
const notAvailable = 'it is not available';
const noBreed = 'it has no breed';
const noSpecies = ({ words }: PortalKinds) => `its species is none of those of the portal: ${words.join(', ')}`;
/** Adoption fees are shown in dollars, whichever currency they have. */
const dollars: Column['cell'] = ({ listing }) =>
  /^([\d.]+) (?:USD|CAD)$/.exec(writeProfileCell('fee', listing.profile))?.[1] ?? '';
const hasDollars: Column['cell'] = (animal) => (dollars(animal) === '' ? '' : '1');
const isMixed =
  ([yes, no]: readonly [string, string]): Column['cell'] =>
  ({ isMixed }) =>
    isMixed ? yes : no;
const shortHair = {
  'domestic shorthair': 'Domestic Short Hair',
  'domestic mediumhair': 'Domestic Medium Hair',
  'domestic longhair': 'Domestic Long Hair',
};

const oneOrNothing = ['1', ''] as const;
const petfinder: FeedFormat = {
  folder: 'import/',
  photoFolder: 'import/photos/',
  maxPhotos: { files: 3, addresses: 6 },
  isPortal: true,
  namesFiles: false,
  kinds: portalKinds.petfinder,
  breeds: shortHair,
  columns: [
    column('ID', id),
    column('Internal', id),
    column('AnimalName', name),
    column('PrimaryBreed', breed, { missing: noBreed }),
    column('SecondaryBreed', secondBreed),
    column('Sex', word('sex', initials), { missing: 'its sex is not known' }),
    column('Size', word('size', letters), { otherwise: 'M' }),
    column('Age', age, { missing: 'its date of birth is not known' }),
    column('Desc', description('&#10;')),
    column('Type', kind, { missing: noSpecies(portalKinds.petfinder) }),
    column('Status', available('A'), { missing: notAvailable }),
    column('Shots', flag('vaccinated', oneOrNothing)),
    column('Altered', flag('neutered', oneOrNothing)),
    column('NoDogs', company('dogs', ['0', '1'])),
    column('NoCats', company('cats', ['0', '1'])),
    column('NoKids', company('children', ['0', '1'])),
    column('Housetrained', flag('houseTrained', oneOrNothing)),
    column('Declawed'),
    column('specialNeeds', flag('specialNeeds', oneOrNothing)),
    column('Mix', isMixed(oneOrNothing)),
    ...photoColumns(6),
    column('arrival_date', ({ listing }) => listing.profile.arrivedOn ?? ''),
    column('birth_date', birthDate),
    ...['primaryColor', 'secondaryColor', 'tertiaryColor', 'coat_length'].map((name) => column(name)),
    column('adoption_fee', dollars),
    column('display_adoption_fee', hasDollars),
    ...['adoption_fee_waived', 'special_needs_notes', 'no_other', 'no_other_note', 'tags'].map((name) => column(name)),
  ],
};

const oneOrZero = ['1', '0'] as const;
const adoptapetColumns = [
  column('Id', id),
  column('Animal', kind, { missing: noSpecies(portalKinds.adoptapet) }),
  column('Breed', breed, { missing: noBreed }),
  column('Breed2', secondBreed),
  column('Purebred', isMixed(['0', '1'])),
  column('Age', (animal) => age(animal) ?? ''),
  column('Name', name),
  // Only these may have one.
  column('Size', (animal) => (/^(Dog|Cat)$/.test(animal.kind ?? '') ? (word('size', letters)(animal) ?? '') : '')),
  column('Sex', (animal) => word('sex', initials)(animal) ?? ''),
  column('Description', description('<br>')),
  column('Status', available('Available'), { missing: notAvailable }),
  column('GoodWKids', company('children', oneOrZero)),
  column('GoodWCats', company('cats', oneOrZero)),
  column('GoodWDogs', company('dogs', oneOrZero)),
  column('SpayedNeutered', flag('neutered', oneOrZero)),
  column('ShotsCurrent', flag('vaccinated', oneOrZero)),
  column('Housetrained', flag('houseTrained', oneOrZero)),
  column('SpecialNeeds', flag('specialNeeds', oneOrZero)),
  column('HairLength', (animal) => (/^(Cat|Rabbit|Small Animal)$/.test(animal.kind ?? '') ? coatLength(animal) : '')),
  column('PhotoURL', ({ photos }) => photos[0] ?? ''),
];
const adoptapet: FeedFormat = {
  folder: '',
  photoFolder: 'photos/',
  maxPhotos: { files: 4, addresses: 1 },
  isPortal: true,
  namesFiles: false,
  kinds: portalKinds.adoptapet,
  columns: adoptapetColumns,
  settings: {
    name: 'import.cfg',
    text: adoptapetColumns.map(({ name }, index) => `#${index + 1}:${name}=${name}\n`).join(''),
  },
};

const yesOrNo = ['Yes', 'No'] as const;
const rescuegroups: FeedFormat = {
  folder: 'import/',
  photoFolder: 'import/pictures/',
  maxPhotos: { files: 4, addresses: 4 },
  isPortal: true,
  namesFiles: true,
  kinds: portalKinds.rescuegroups,
  breeds: shortHair,
  columns: [
    column('externalID', id),
    column('rescueID', id),
    column('name', ({ listing }) => [...listing.name].slice(0, 50).join('')),
    column('status', available('Available'), { missing: notAvailable }),
    column('type', kind, { missing: noSpecies(portalKinds.rescuegroups) }),
    column('priBreed', (animal) => breed(animal) ?? (animal.kind === 'Dog' ? '' : undefined), { missing: noBreed }),
    column('secBreed', secondBreed),
    column('mix', isMixed(yesOrNo)),
    column('sex', (animal) => word('sex', { female: 'Female', male: 'Male' })(animal) ?? ''),
    column('age', (animal) => age(animal) ?? ''),
    column('okwithdogs', company('dogs', yesOrNo)),
    column('okwithcats', company('cats', yesOrNo)),
    column('okwithkids', company('children', yesOrNo)),
    column('housebroken', flag('houseTrained', yesOrNo)),
    column('specialNeeds', flag('specialNeeds', yesOrNo)),
    column('altered', flag('neutered', yesOrNo)),
    column('size', (animal) => word('size', sizeNames)(animal) ?? ''),
    column('uptodate', flag('vaccinated', yesOrNo)),
    column('coatLength', coatLength),
    column('dsc', description('<br>')),
    ...photoColumns(4),
  ],
};
const sizeNames = { small: 'Small', medium: 'Medium', large: 'Large', extra_large: 'X-Large' };

const isInternal = (field: string) => internalFields.some((internal) => internal === field);
/** For readers of no particular kind: what the public page shows, with the names of an export. */
const csv: FeedFormat = {
  folder: '',
  photoFolder: 'photos/',
  maxPhotos: { files: 24, addresses: 24 },
  isPortal: false,
  namesFiles: true,
  columns: [
    column('id', id),
    column('name', ({ listing }) => protectFromFormulas(listing.name)),
    column('status', ({ listing }) => listing.status),
    column('category', ({ listing }) => protectFromFormulas(listing.category.name ?? '')),
    ...profileFields
      .filter((field) => !isInternal(field))
      .map((field) =>
        column(field, ({ listing }: FeedAnimal) => protectFromFormulas(writeProfileCell(field, listing.profile))),
      ),
    column('photos', ({ photos }) => photos.join(' ')),
  ],
};

export const formats = { petfinder, adoptapet, rescuegroups, csv } as const;
export type FormatName = keyof typeof formats;
