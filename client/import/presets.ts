import type { PetStatus } from '../types.gen.ts';
import { findColumns } from './header.ts';
import type { LeaveOutRule } from './mapping.ts';
import type { DateOrder, ProfileField } from './profile-cells.ts';

/** What the columns of another system's export mean. Columns that an export does not have are not used. */
export interface Preset {
  /** The system. */
  readonly name: string;
  /** Columns that together no other export has. */
  readonly marks: readonly string[];
  readonly columns: { readonly name: string; readonly category: string; readonly status: string };
  /** What the texts in the column of the status stand for. Rows with another text are left out. */
  readonly statuses: Readonly<Record<string, PetStatus>>;
  readonly profile: Readonly<Partial<Record<ProfileField, string>>>;
  readonly leaveOut: readonly LeaveOutRule[];
  readonly dateOrder?: DateOrder;
}

/** The outcomes that Shelterluv and PetPoint name. */
const outcomes = Object.fromEntries(
  [
    ...[
      'Adoption',
      'Transfer',
      'Transfer Out',
      'Return to Owner',
      'Return to Owner/Guardian',
      'Died',
      'Unassisted Death',
    ],
    ...['Euthanasia', 'Disposal', 'Missing'],
  ].map((outcome) => [outcome, 'sold'] as const),
);

/** ASM3 writes "None" for what it does not know. */
const presets: readonly Preset[] = [
  {
    name: 'ASM3',
    marks: ['ANIMALCODE', 'ANIMALNAME', 'ANIMALSPECIES'],
    columns: { name: 'ANIMALNAME', category: 'ANIMALSPECIES', status: 'MOVEMENTTYPE' },
    // Adopted, and in foster care.
    statuses: { 0: 'available', None: 'available', 1: 'sold', 2: 'available' },
    profile: {
      description: 'ANIMALDESCRIPTION',
      species: 'ANIMALSPECIES',
      breed: 'ANIMALBREED1',
      color: 'ANIMALCOLOR',
      sex: 'ANIMALSEX',
      size: 'ANIMALSIZE',
      birthDate: 'ANIMALDOB',
      neutered: 'ANIMALNEUTERED',
      houseTrained: 'ANIMALHOUSETRAINED',
      'goodWith.dogs': 'ANIMALGOODWITHDOGS',
      'goodWith.cats': 'ANIMALGOODWITHCATS',
      location: 'ANIMALLOCATION',
      intakeType: 'ANIMALENTRYTYPE',
      arrivedOn: 'ANIMALENTRYDATE',
      outcomeOn: 'MOVEMENTDATE',
      reference: 'ANIMALCODE',
    },
    leaveOut: [
      // Vaccinations and treatments have rows of their own.
      { column: 'ANIMALSPECIES', matches: /^$/ },
      { column: 'ANIMALDECEASEDDATE', matches: /\d/ },
      { column: 'ANIMALNONSHELTER', matches: /^1$/ },
    ],
  },
  {
    name: 'Shelterluv',
    marks: ['Animal ID', 'Name', 'Species', 'Age (Y/M/D)'],
    columns: { name: 'Name', category: 'Species', status: 'Outcome Type' },
    statuses: outcomes,
    profile: {
      description: 'Kennel Card / Web Site Memo',
      species: 'Species',
      breed: 'Primary Breed',
      color: 'Primary Color',
      sex: 'Sex',
      neutered: 'Altered before Arrival',
      tags: 'Attributes',
      intakeType: 'Intake Type',
      arrivedOn: 'Created Date',
      outcomeType: 'Outcome Type',
      outcomeOn: 'Outcome Date',
      reference: 'Animal ID',
    },
    leaveOut: [
      { column: 'Animal ID', matches: /^(Animal ID)?$/ },
      { column: 'In Custody', matches: /^no$/i },
    ],
    dateOrder: 'mdy',
  },
  {
    name: 'PetPoint',
    marks: ['Animal #', 'ARN', 'Animal Name', 'Species'],
    columns: { name: 'Animal Name', category: 'Species', status: 'Outcome Type' },
    statuses: outcomes,
    profile: {
      species: 'Species',
      breed: 'Primary Breed',
      sex: 'Gender',
      birthDate: 'Date Of Birth',
      neutered: 'Altered',
      location: 'Location',
      intakeType: 'Intake Type',
      arrivedOn: 'Intake Date',
      outcomeType: 'Outcome Type',
      outcomeOn: 'Outcome Date',
      reference: 'Animal #',
    },
    // Its reports repeat their header on each page.
    leaveOut: [{ column: 'Animal #', matches: /^(Animal #)?$/ }],
    dateOrder: 'mdy',
  },
  {
    name: 'Petfinder',
    marks: ['ID', 'AnimalName', 'PrimaryBreed', 'Type', 'NoDogs'],
    columns: { name: 'AnimalName', category: 'Type', status: 'Status' },
    // Adoptable, found, on hold and adopted.
    statuses: { A: 'available', F: 'available', H: 'pending', X: 'sold' },
    profile: {
      description: 'Desc',
      species: 'Type',
      breed: 'PrimaryBreed',
      color: 'primaryColor',
      coat: 'coat_length',
      sex: 'Sex',
      size: 'Size',
      birthDate: 'birth_date',
      neutered: 'Altered',
      vaccinated: 'Shots',
      houseTrained: 'Housetrained',
      specialNeeds: 'specialNeeds',
      tags: 'tags',
      arrivedOn: 'arrival_date',
      reference: 'ID',
    },
    leaveOut: [],
  },
];

/** The system whose export has these columns, with what is there of them; `undefined` if none is recognized. */
export function findPreset(columns: readonly string[]): Preset | undefined {
  const has = (column: string) => findColumns(columns, column).length === 1;
  const found = presets.find(({ marks }) => marks.every(has));
  if (found === undefined) return undefined;
  const profile = Object.entries(found.profile).filter(([, column]) => has(column));
  const leaveOut = found.leaveOut.filter(({ column }) => has(column));
  return { ...found, profile: Object.fromEntries(profile), leaveOut };
}
