import type { IntakeType, OutcomeType, PetSex, PetSize, PetStatus, Whereabouts } from '../../client/types.gen.ts';
import { profileFields } from '../profile-fields.ts';

/** What words in cells can stand for, by what is asked of the cell. */
export const meanings = {
  /** A word may tell a surgery besides, or alone: see `readSex`. */
  sex: [
    ...(['female', 'male', 'unknown'] as const satisfies readonly PetSex[]),
    ...(['female neutered', 'male neutered', 'neutered'] as const),
    ...(['female intact', 'male intact', 'intact'] as const),
  ],
  size: ['small', 'medium', 'large', 'extra_large'] as const satisfies readonly PetSize[],
  flag: ['yes', 'no'],
  intakeType: [
    ...(['stray', 'owner_surrender', 'transfer_in'] as const satisfies readonly IntakeType[]),
    ...(['born_here', 'seized', 'other'] as const satisfies readonly IntakeType[]),
  ],
  /** Animals in foster care or treatment have not left. */
  outcomeType: [
    ...(['adoption', 'return_to_owner', 'transfer_out'] as const satisfies readonly OutcomeType[]),
    ...(['died', 'euthanised', 'other'] as const satisfies readonly OutcomeType[]),
    ...(['foster', 'treatment'] as const),
  ],
  /** An animal on hold is ours and not for adoption for now; the cell tells why. */
  status: [...(['available', 'pending', 'sold'] as const satisfies readonly PetStatus[]), ...(['hold'] as const)],
  whereabouts: ['shelter', 'foster', 'clinic', 'elsewhere'] as const satisfies readonly Whereabouts[],
  /** The names under which reports count animals of all languages. */
  species: [
    ...['Dog', 'Cat', 'Rabbit', 'Guinea Pig', 'Hamster', 'Gerbil', 'Rat', 'Mouse', 'Ferret', 'Chinchilla', 'Degu'],
    ...['Hedgehog', 'Sugar Glider', 'Small Animal', 'Bird', 'Parrot', 'Parakeet', 'Cockatiel', 'Canary', 'Finch'],
    ...['Pigeon', 'Dove', 'Chicken', 'Duck', 'Goose', 'Turkey', 'Quail', 'Peafowl', 'Horse', 'Pony', 'Donkey', 'Mule'],
    ...['Pig', 'Goat', 'Sheep', 'Cow', 'Llama', 'Alpaca', 'Livestock', 'Reptile', 'Snake', 'Lizard', 'Gecko', 'Iguana'],
    ...['Bearded Dragon', 'Turtle', 'Tortoise', 'Amphibian', 'Frog', 'Fish', 'Invertebrate', 'Wildlife', 'Squirrel'],
    ...['Opossum', 'Raccoon', 'Skunk', 'Bat', 'Fox', 'Deer', 'Coyote'],
  ],
  ageUnit: ['year', 'month', 'week', 'day'],
  month: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
} as const;

export type ValueField = keyof typeof meanings;
export type Meaning<Field extends ValueField> = (typeof meanings)[Field][number];

/**
 * Words that stand for no meaning: `nothing` are those that are known and say nothing of the field, such as KITTEN of a size;
 * `question` those that look like others and must not be taken for them, such as "available soon".
 */
export const silences = ['nothing', 'question'] as const;
export type Silence = (typeof silences)[number];

/** What a column can be: the fields of a profile, and what only files have. */
export const headingFields = [
  ...(['name', 'category', 'status'] as const),
  /** The species if the column has names of species, else at most a category. */
  'type',
  /** A status besides: where an animal stands on its way, what holds it back. */
  'stage',
  'photos',
  /** What staff have written, for each other. */
  'note',
  /** How old it is, with units; or was, on a certain day; or in plain numbers of one unit. */
  ...(['age', 'ageAtIntake', 'ageAtOutcome', 'ageInYears', 'ageInMonths', 'ageInWeeks', 'ageInDays'] as const),
  /** Of the intake or the outcome, whichever the file is about. */
  'eventOn',
  'deceasedOn',
  /** It came back on this day: what the row says of how it left is over. */
  'returnedOn',
  /** Flags. An animal that is not in care any more has left in a way that is not told. */
  ...(['dead', 'euthanised', 'notForAdoption', 'forAdoption', 'inCare'] as const),
  ...profileFields,
] as const;
export type HeadingField = (typeof headingFields)[number];

/**
 * Words with commas between them, in any spelling that folds alike. `stray*` stands for all that begins with it, `*quarantine*`
 * for all that contains it.
 */
export type WordList = string;

/** What people who write one language put into files. */
export interface Words {
  /** How columns are called, the most telling first. */
  readonly headings: { readonly [Field in HeadingField]?: WordList };
  readonly values: { readonly [Field in ValueField]?: { readonly [Sense in Meaning<Field> | Silence]?: WordList } };
  /** What stands in a cell that has nothing to say. */
  readonly nothing: WordList;
}
