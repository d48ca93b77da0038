import { Type } from 'typebox';
import {
  type PetSort as PetSortValue,
  type PetStatus as PetStatusValue,
  petSorts,
  petStatuses,
} from '../../model/pets.ts';
import { int64, maxPageSize, nameOf, releasedNamePattern } from './base.ts';

export const PetId = int64({
  description: 'Identifier of the animal, assigned by the service and never reused.',
  examples: ['1'],
});

export const PetIds = Type.Array(PetId, { maxItems: 100 });

export const PetStatus = Type.Unsafe<PetStatusValue>({
  $id: 'PetStatus',
  type: 'string',
  enum: [...petStatuses],
  description: 'Availability of an animal.',
  examples: ['available'],
});

export const PetSearch = Type.String({ minLength: 1, maxLength: 100, examples: ['ros'] });

export const PetSort = Type.Unsafe<PetSortValue>({
  type: 'string',
  enum: [...petSorts],
  default: 'id',
  examples: ['name'],
});

const petFields = {
  name: nameOf('animal', 'Frank', { published: releasedNamePattern }),
  categoryId: int64({ description: 'Identifier of the category that the animal belongs to.', examples: ['3'] }),
};

export const NewPet = Type.Object(
  { ...petFields, status: Type.Optional(PetStatus) },
  {
    $id: 'NewPet',
    description: 'An animal to add. `status` defaults to `available`.',
    additionalProperties: false,
  },
);

export const PetChanges = Type.Object(
  {
    id: Type.Optional(PetId),
    name: Type.Optional(nameOf('animal', 'Frank')),
    categoryId: Type.Optional(petFields.categoryId),
    status: Type.Optional(PetStatus),
  },
  {
    $id: 'PetChanges',
    description:
      'The fields of an animal to change (RFC 7396); omitted fields keep their value. The optional `id` must equal that of ' +
      'the path.',
    additionalProperties: false,
  },
);

export const Pet = Type.Object(
  { id: PetId, ...petFields, status: PetStatus },
  {
    $id: 'Pet',
    description: 'An animal.',
  },
);

export const Pets = Type.Array(Pet, {
  $id: 'Pets',
  maxItems: maxPageSize,
  description: 'Animals by ascending `id`.',
});
