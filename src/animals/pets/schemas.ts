import { Type } from 'typebox';
import { maxSearchLength } from '../../../contract/limits.ts';
import { petSorts } from '../../../contract/pet.ts';
import { pathParameter } from '../../api/path.ts';
import { closedObject, idsOf, oneOf, optional, pageOf } from '../../api/schemas.ts';
import { newPetFields, Pet, PetId, PetStatus } from '../../record/shapes/schemas.ts';

export const petId = pathParameter('petId', PetId, 'Identifier of the animal.', 'pet_not_found');

export const PetIds = idsOf(PetId);

export const PetSearch = Type.String({ minLength: 1, maxLength: maxSearchLength, examples: ['ros'] });

export const PetSort = oneOf(petSorts, { default: 'id', examples: ['name'] });

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

export const Pets = pageOf(Pet, 'Pets', 'Animals by ascending `id`, or as `sort` says.');
