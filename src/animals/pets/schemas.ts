import { Type } from 'typebox';
import { maxSearchLength } from '../../../contract/limits.ts';
import { petSorts, petStatuses } from '../../../contract/pet.ts';
import { pathParameter } from '../../api/path.ts';
import {
  closedObject,
  identifierOf,
  idsOf,
  int64,
  nameOf,
  oneOf,
  optional,
  pageOf,
  releasedNamePattern,
} from '../../api/schemas.ts';

export const PetId = identifierOf('animal');
export const petId = pathParameter('petId', PetId, 'Identifier of the animal.', 'pet_not_found');

export const PetIds = idsOf(PetId);

export const PetStatus = oneOf(petStatuses, {
  $id: 'PetStatus',
  description: 'Availability of an animal.',
  examples: ['available'],
});

export const PetSearch = Type.String({ minLength: 1, maxLength: maxSearchLength, examples: ['ros'] });

export const PetSort = oneOf(petSorts, { default: 'id', examples: ['name'] });

const newPetFields = {
  name: nameOf('animal', 'Frank'),
  categoryId: int64('Identifier of the category that the animal belongs to.', '3'),
};

export const NewPet = closedObject(
  { ...newPetFields, status: Type.Optional(PetStatus) },
  {
    $id: 'NewPet',
    description: 'An animal to add. `status` defaults to `available`.',
  },
);

export const PetChanges = closedObject(optional({ id: PetId, ...newPetFields, status: PetStatus }), {
  $id: 'PetChanges',
  description:
    'The fields of an animal to change (RFC 7396); omitted fields keep their value. The optional `id` must equal that of ' +
    'the path.',
});

export const Pet = Type.Object(
  {
    id: PetId,
    name: nameOf('animal', 'Frank', { published: releasedNamePattern }),
    categoryId: newPetFields.categoryId,
    status: PetStatus,
  },
  {
    $id: 'Pet',
    description: 'An animal.',
  },
);

export const Pets = pageOf(Pet, 'Pets', 'Animals by ascending `id`, or as `sort` says.');
