import type { DateOrder } from '../map/dates.ts';
import type { LeaveOutRule, Role } from '../plan.ts';

/** What the columns of another system's export mean, where they do not mean what they are called. */
export interface System {
  readonly name: string;
  /** Columns that together no other export has. */
  readonly marks: readonly string[];
  /** Roles instead of those that the headings tell; no roles for columns that are not used. */
  readonly roles: Readonly<Record<string, readonly Role[]>>;
  /** Flags that say the contrary. */
  readonly inverse?: readonly string[];
  /** What codes stand for, by column. */
  readonly codes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly leaveOut?: readonly LeaveOutRule[];
  /** Unless the file shows another one. */
  readonly dateOrder?: DateOrder;
}

export const systems: readonly System[] = [
  {
    name: 'ASM3',
    marks: ['ANIMALCODE', 'ANIMALNAME', 'ANIMALSPECIES'],
    roles: { ANIMALID: [], ANIMALTYPE: [], ANIMALCODE: ['reference'], ANIMALDESCRIPTION: ['description'] },
    codes: {
      // Escaped, stolen and released to the wild are 4, 6 and 7; a reservation is 9, also when it was cancelled (10).
      MOVEMENTTYPE: {
        ...{
          0: 'nothing',
          1: 'adoption',
          2: 'foster',
          3: 'transfer_out',
          4: 'other',
          5: 'return_to_owner',
          6: 'other',
        },
        ...{ 7: 'other', 8: 'nothing', 9: 'pending', 10: 'nothing', 11: 'pending', 12: 'foster' },
      },
    },
    leaveOut: [
      // Further images, vaccinations and treatments have rows of their own.
      { column: 'ANIMALSPECIES', matches: /^$/ },
      { column: 'ANIMALNONSHELTER', matches: /^1$/ },
    ],
  },
  {
    name: 'Shelterluv',
    marks: ['Animal ID', 'Name', 'Species', 'Age (Y/M/D)'],
    roles: {},
    leaveOut: [{ column: 'Animal ID', matches: /^$/ }],
    dateOrder: 'mdy',
  },
  {
    name: 'PetPoint',
    marks: ['Animal #', 'ARN', 'Animal Name', 'Species'],
    roles: { ARN: [] },
    leaveOut: [{ column: 'Animal #', matches: /^$/ }],
    dateOrder: 'mdy',
  },
  {
    name: 'Petfinder',
    marks: ['ID', 'AnimalName', 'PrimaryBreed', 'Type', 'NoDogs'],
    roles: {
      ...{ ID: ['reference'], Internal: [], Type: ['category', 'species'], Desc: ['description'], Age: [] },
      ...{ NoDogs: ['goodWith.dogs'], NoCats: ['goodWith.cats'], NoKids: ['goodWith.children'] },
      primaryColor: ['color'],
    },
    inverse: ['NoDogs', 'NoCats', 'NoKids'],
    // Adoptable, on hold and adopted; found animals (F) may have owners.
    codes: { Status: { A: 'available', H: 'hold', X: 'adoption' } },
  },
];
