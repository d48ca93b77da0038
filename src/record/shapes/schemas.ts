import { Type } from 'typebox';
import { petStatuses } from '../../../contract/pet.ts';
import { identifierOf, int64, nameOf, oneOf, releasedNamePattern } from '../../api/schemas.ts';

// What events and counts tell of animals and of what happens to them. The resources of the wings above have the same shapes.

export const PetId = identifierOf('animal');
export const CategoryId = int64('Number of the category, chosen by the client.', '3');
export const OrderId = identifierOf('order');
export const ImportId = identifierOf('import');

export const PetStatus = oneOf(petStatuses, {
  $id: 'PetStatus',
  description: 'Availability of an animal.',
  examples: ['available'],
});

/** What an animal has from the beginning, beside its status. */
export const newPetFields = {
  name: nameOf('animal', 'Frank'),
  categoryId: int64('Identifier of the category that the animal belongs to.', '3'),
};

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

export const Category = Type.Object(
  { id: CategoryId, name: nameOf('category', 'Dogs') },
  { $id: 'Category', description: 'A named category.' },
);
