import { type Static, type TSchema, Type } from 'typebox';
import { errorStatus } from '../errors.ts';
import { type PetStatus as PetStatusValue, petStatuses } from '../store/pets.ts';

/** Schemas are JSON Schema as they stand; one with an `$id` becomes a component of the document under that name. */
export type { Static, TSchema };

/** Says in words what a `pattern` asks for. A symbol, so that it never reaches the document. */
export const patternMeaning = Symbol('patternMeaning');

/** An integer of 64 bits, `bigint` in this program and plain digits in JSON: `number` would lose digits. */
export function int64(options: { description: string; examples?: string[] }) {
  const examples = options.examples?.map(Number);
  return Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...options, ...(examples && { examples }) });
}

export const PetId = int64({
  description: 'Identifier of the animal, assigned by the service and never given twice.',
  examples: ['42'],
});

export const PetIds = Type.Array(PetId, { maxItems: 100 });

export const PetStatus = Type.Unsafe<PetStatusValue>({
  $id: 'PetStatus',
  type: 'string',
  enum: [...petStatuses],
  description: 'Availability of an animal.',
  examples: ['available'],
});

/** A name of something: kept byte for byte. */
function nameOf(what: string, example: string) {
  return Type.String({
    description: `Name of the ${what}: 1 to 255 characters, not only blanks, no control characters. Kept as it is.`,
    minLength: 1,
    maxLength: 255,
    pattern: '^(?=[\\s\\S]*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    [patternMeaning]: 'must not be only blanks and must not contain control characters',
    examples: [example],
  });
}

const petFields = {
  name: nameOf('animal', 'Frank'),
  categoryId: int64({ description: 'Identifier of the category that the animal belongs to.', examples: ['3'] }),
};

export const NewPet = Type.Object(
  { ...petFields, status: Type.Optional(PetStatus) },
  {
    $id: 'NewPet',
    description: 'An animal to add. Without a `status` it is `available`.',
    additionalProperties: false,
    examples: [{ name: 'Frank', categoryId: 3, status: 'available' }],
  },
);

export const PetChanges = Type.Object(
  {
    name: Type.Optional(petFields.name),
    categoryId: Type.Optional(petFields.categoryId),
    status: Type.Optional(PetStatus),
  },
  {
    $id: 'PetChanges',
    description: 'What is to change of an animal (RFC 7396); what is left out stays as it is.',
    additionalProperties: false,
    examples: [{ status: 'pending' }],
  },
);

export const Pet = Type.Object(
  { id: PetId, ...petFields, status: Type.Optional(PetStatus) },
  {
    $id: 'Pet',
    description: 'An animal. `status` is always there in an answer.',
    examples: [{ id: 42, name: 'Frank', categoryId: 3, status: 'available' }],
  },
);

export const Pets = Type.Array(Pet, {
  $id: 'Pets',
  description: 'Animals by ascending `id`.',
  examples: [[{ id: 42, name: 'Frank', categoryId: 3, status: 'available' }]],
});

export const CategoryId = int64({
  description: 'Number of the category, chosen by whoever names it.',
  examples: ['3'],
});

export const Category = Type.Object(
  { id: CategoryId, name: nameOf('category', 'Dogs') },
  { $id: 'Category', description: 'A category that has a name.', examples: [{ id: 3, name: 'Dogs' }] },
);

export const CategoryDraft = Type.Object(
  { id: Type.Optional(CategoryId), name: nameOf('category', 'Dogs') },
  {
    $id: 'CategoryDraft',
    description: 'A name for a category. If the `id` stands in it, it is that of the path.',
    additionalProperties: false,
    examples: [{ name: 'Dogs' }],
  },
);

export const Categories = Type.Array(Category, {
  $id: 'Categories',
  description: 'Categories by ascending `id`.',
  examples: [[{ id: 3, name: 'Dogs' }]],
});

export const ErrorBody = Type.Object(
  {
    code: Type.Unsafe<keyof typeof errorStatus>({
      type: 'string',
      enum: Object.keys(errorStatus),
      description: 'What went wrong, for a program.',
    }),
    message: Type.String({ description: 'What went wrong and what would be right, for a person.' }),
    status: Type.Integer({ description: 'The HTTP status of the response.' }),
  },
  { $id: 'Error', description: 'Every error response carries this object.' },
);
