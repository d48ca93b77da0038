import type { components } from '../schema.gen.ts';
import {
  everyOf,
  type Guard,
  isArrayOf,
  isBoolean,
  isInteger,
  isOneOf,
  isShape,
  isString,
  optional,
} from '../transport/shape.ts';
import { isPetStatus } from './pets.ts';
import { petSexes, petSizes } from './profiles.ts';

/** For each filter, how many animals there are with each of its values. */
export type PetListingFacets = components['schemas']['ListingFacets'];
type ValueOf<Name extends keyof PetListingFacets> = PetListingFacets[Name]['values'][number];

const companions = everyOf<ValueOf<'goodWith'>['value']>()(['children', 'dogs', 'cats']);

const isTextFacet = isFacet(isShape<ValueOf<'tag'>>({ value: isString, count: isInteger }));
export const isFacets: Guard<PetListingFacets> = isShape<PetListingFacets>({
  status: isFacet(isShape<ValueOf<'status'>>({ value: isPetStatus, count: isInteger })),
  categoryId: isFacet(
    isShape<ValueOf<'categoryId'>>({
      value: isInteger,
      name: optional(isString),
      count: isInteger,
    }),
  ),
  species: isTextFacet,
  sex: isFacet(isShape<ValueOf<'sex'>>({ value: isOneOf(petSexes), count: isInteger })),
  size: isFacet(isShape<ValueOf<'size'>>({ value: isOneOf(petSizes), count: isInteger })),
  goodWith: isFacet(isShape<ValueOf<'goodWith'>>({ value: isOneOf(companions), count: isInteger })),
  tag: isTextFacet,
});

function isFacet<Value>(accepts: Guard<Value>): Guard<{ isComplete: boolean; values: Value[] }> {
  return isShape<{ isComplete: boolean; values: Value[] }>({ isComplete: isBoolean, values: isArrayOf(accepts) });
}
