/**
 * The fields of the profile, in the order of the document, of an export and of the form. Types, schemas, columns, the cells of an
 * import and an export, the inputs of the console and what the public page says follow from this list. What one field alone needs
 * is a function where it is needed.
 */
export const declaredFields = {
  description: {
    kind: 'text',
    description: 'What people should know about the animal: plain text, no control characters but line breaks.',
    maxLength: 10_000,
    hasLines: true,
    isSearched: true,
    example: 'A calm cat who likes to sit at the window.\nLooking for a home without dogs.',
  },
  species: {
    kind: 'text',
    description:
      'The species. A new animal has the one that the name of its category tells, unless the request says another.',
    maxLength: 100,
    example: 'Cat',
    isFilter: true,
  },
  breed: {
    kind: 'text',
    description: 'The breed, or several.',
    maxLength: 255,
    example: 'Domestic Shorthair',
    isFilter: true,
    isSearched: true,
  },
  color: {
    kind: 'text',
    label: 'Color',
    description: 'The colour, or several.',
    maxLength: 100,
    example: 'Black and white',
    isFilter: true,
    isSearched: true,
  },
  coat: {
    kind: 'text',
    description: 'The kind or the length of the coat.',
    maxLength: 100,
    example: 'Short',
    isSearched: true,
  },
  sex: {
    kind: 'word',
    description: 'The sex of an animal.',
    words: ['female', 'male', 'unknown'],
    component: 'PetSex',
    isFilter: true,
  },
  size: {
    kind: 'word',
    description: 'The size of an animal.',
    words: ['small', 'medium', 'large', 'extra_large'],
    component: 'PetSize',
    isFilter: true,
  },
  birthDate: {
    kind: 'date',
    label: 'Date of birth',
    description: 'The day of birth, from 1900-01-01 to the current day.',
    example: '2024-05-01',
    placeholder: '2024-05-01, 2024-05 or 2024',
    filters: { after: 'bornAfter', before: 'bornBefore' },
  },
  birthDatePrecision: {
    kind: 'word',
    description: 'How much of a date is known: all of it, its month, or its year. The rest of the date has no meaning.',
    words: ['day', 'month', 'year'],
    component: 'DatePrecision',
    of: 'birthDate',
  },
  neutered: {
    kind: 'flag',
    description: 'Whether the animal is neutered or spayed.',
    isFilter: true,
  },
  vaccinated: {
    kind: 'flag',
    description: 'Whether the vaccinations are up to date.',
    isFilter: true,
  },
  houseTrained: {
    kind: 'flag',
    label: 'House-trained',
    description: 'Whether the animal is house-trained.',
    isFilter: true,
  },
  specialNeeds: { kind: 'flag', description: 'Whether the animal needs special care.', isFilter: true },
  goodWith: {
    kind: 'flags',
    description: 'Whom the animal gets along with. Missing members are unknown.',
    members: ['children', 'dogs', 'cats', 'smallAnimals', 'livestock'],
  },
  tags: {
    kind: 'tags',
    description: 'Words to find the animal by, each once. They are sorted.',
    hint: 'Separated by commas',
    maxItems: 20,
    maxLength: 50,
    example: 'lap cat',
    isSearched: true,
  },
  location: {
    kind: 'text',
    description: 'Where staff find the animal, such as a kennel or a foster family.',
    hint: 'For staff only',
    maxLength: 255,
    example: 'Kennel 7',
    isFilter: true,
    isSearched: true,
    isInternal: true,
  },
  publicLocation: {
    kind: 'text',
    label: 'Place for visitors',
    description:
      'Where visitors meet the animal, such as a town or a site of the shelter. Empty unless somebody sets it.',
    hint: 'Visitors read it',
    maxLength: 255,
    example: 'Aachen',
    isFilter: true,
    isSearched: true,
  },
  whereabouts: {
    kind: 'word',
    description: 'What kind of place the animal is at. `location` says more.',
    words: ['shelter', 'foster', 'clinic', 'elsewhere'],
    component: 'Whereabouts',
    isFilter: true,
    isInternal: true,
  },
  intakeType: {
    kind: 'word',
    description: 'How the animal came, on the day of `arrivedOn`.',
    words: ['stray', 'owner_surrender', 'transfer_in', 'born_here', 'seized', 'other'],
    component: 'IntakeType',
    isFilter: true,
    isInternal: true,
  },
  arrivedOn: {
    kind: 'date',
    description: 'When the animal arrived: the day of its intake, from 1900-01-01 on.',
    example: '2026-10-03',
    filters: { after: 'arrivedAfter' },
  },
  outcomeType: {
    kind: 'word',
    description:
      'How our care has ended. Only an animal that is `sold` has it: one that becomes `sold` gets `adoption`, until somebody ' +
      'says otherwise, and loses it when it is `sold` no longer. With any other value the public does not see it.',
    words: ['adoption', 'return_to_owner', 'transfer_out', 'died', 'euthanised', 'other'],
    component: 'OutcomeType',
    isFilter: true,
    isInternal: true,
  },
  outcomeOn: {
    kind: 'date',
    label: 'Date of outcome',
    description:
      'The day on which our care ended, not before `arrivedOn`. An animal gets it and loses it as `outcomeType`: at first ' +
      'the current day.',
    example: '2026-11-20',
    isInternal: true,
  },
  holdUntil: {
    kind: 'date',
    label: 'Not public until',
    description: 'The last day on which the public does not see the animal. Staff can place an order all the same.',
    example: '2026-12-01',
    isInternal: true,
  },
  holdReason: {
    kind: 'text',
    label: 'Why not public',
    description: 'Why the public does not see the animal until then.',
    maxLength: 255,
    example: 'Its owner has time to come until then',
    isInternal: true,
  },
  fee: {
    kind: 'fee',
    label: 'Adoption fee',
    description: 'What an adoption costs.',
    placeholder: '125.00 EUR',
  },
  // A number by which an owner is registered, and that of its chip.
  microchip: {
    kind: 'text',
    description:
      'The number of its microchip: 9 to 15 letters and digits, stored in capitals without blanks and dashes. Several animals can ' +
      'have the same one: `petstore check` lists them.',
    hint: 'For staff only',
    maxLength: 15,
    example: '985112003456789',
    isChip: true,
    isSearched: true,
    isInternal: true,
  },
  reference: {
    kind: 'text',
    label: 'Reference number',
    description:
      "The shelter's own number of the animal, or that of its microchip. No other animal can have the same one.",
    hint: 'Its own number or chip; no other animal can have it',
    maxLength: 100,
    example: 'A706918',
    isInternal: true,
  },
  videos: {
    kind: 'links',
    description: 'Addresses of videos, which visitors open: up to five that begin with `https://`.',
    hint: 'One address on each line, such as https://youtu.be/dQw4w9WgXcQ',
    maxItems: 5,
    maxLength: 300,
    example: 'https://youtu.be/dQw4w9WgXcQ',
  },
  // Facts that an import has copied from another system.
  attributes: {
    kind: 'attributes',
    label: 'Further facts',
    maxItems: 50,
    maxNameLength: 50,
    maxLength: 255,
    hint: 'One on each line, such as “weight: 4.2 kg”',
    isInternal: true,
  },
} as const satisfies Record<string, FieldDeclaration>;

/** What is told of a field. */
export type FieldDeclaration = {
  /** For the document of the interface. */
  description?: string;
  /** What the console calls it, if not by its name. */
  label?: string;
  /** In the form of the console: a line below the label, and what an empty input shows. */
  hint?: string;
  placeholder?: string;
  /** Whether it is for staff: no public key and no public page shows it. */
  isInternal?: true;
} & (RepeatableField | UniqueFields[keyof UniqueFields]);

/** The declared fields, of which those with fixed names are the only ones of their kinds. */
export type DeclaredFields = Checked<typeof declaredFields>;
type Checked<
  Fields extends { [Name in keyof Fields]: Name extends keyof UniqueFields ? UniqueFields[Name] : RepeatableField },
> = Fields;

type RepeatableField = TextField | WordField | DateField | FlagField;

/** Of each of these kinds there is one field, with a name that `sql.ts` and `rules.ts` know. */
interface UniqueFields {
  goodWith: FlagsField;
  tags: TagsField;
  videos: LinksField;
  fee: { kind: 'fee' };
  attributes: AttributesField;
}

/** Whether lists of animals have a filter of its name: of texts and words one of several, of texts in any spelling. */
type Filterable = { isFilter?: true };
/** Whether a search finds animals by its words: that of the public only if it is not for staff alone. */
type Searchable = { isSearched?: true };
type TextField = Filterable &
  Searchable & { kind: 'text'; maxLength: number; hasLines?: true; isChip?: true; example: string };
type FlagField = Filterable & { kind: 'flag' };
type DateField = {
  kind: 'date';
  example: string;
  /** The filters of lists for later or earlier days. */
  filters?: Readonly<Partial<Record<'after' | 'before', string>>>;
};
type TagsField = Searchable & { kind: 'tags'; maxItems: number; maxLength: number; example: string };
type LinksField = { kind: 'links'; maxItems: number; maxLength: number; example: string };
type AttributesField = { kind: 'attributes'; maxItems: number; maxNameLength: number; maxLength: number };

interface WordField extends Filterable {
  kind: 'word';
  words: readonly string[];
  /** The name of the list of words in the document. */
  component: string;
  /** The field with which it is always told: it has no column in a file and no place in a form. */
  of?: string;
}

/** Several flags, each of which has a column of its own in files. */
interface FlagsField {
  kind: 'flags';
  members: readonly string[];
}
