import type { Group } from './case.ts';
import { bearer } from './extensions/bearer.ts';
import { caching } from './extensions/caching.ts';
import { categories } from './extensions/categories.ts';
import { changes } from './extensions/changes.ts';
import { inventory } from './extensions/counts.ts';
import { deprecation } from './extensions/deprecation.ts';
import { events } from './extensions/events.ts';
import { keys } from './extensions/keys.ts';
import { listings } from './extensions/listings.ts';
import { orders } from './extensions/orders.ts';
import { paging } from './extensions/paging.ts';
import { parameters } from './extensions/parameters.ts';
import { photos } from './extensions/photos.ts';
import { profiles } from './extensions/profiles.ts';
import { protocol } from './extensions/protocol.ts';
import { document, integerStrings, problems } from './extensions/representations.ts';
import { retries } from './extensions/retries.ts';
import { search } from './extensions/search.ts';
import { validation } from './extensions/validation.ts';
import { webhooks } from './extensions/webhooks.ts';
import { authentication } from './interface/authentication.ts';
import { createPet } from './interface/create-pet.ts';
import { errors } from './interface/errors.ts';
import { getPet } from './interface/get-pet.ts';
import { listPets } from './interface/list-pets.ts';

/** Every group, in the order in which they run. */
export const groups: readonly Group[] = [
  authentication,
  listPets,
  createPet,
  getPet,
  errors,
  bearer,
  deprecation,
  paging,
  parameters,
  validation,
  protocol,
  caching,
  retries,
  changes,
  categories,
  orders,
  inventory,
  profiles,
  listings,
  search,
  photos,
  events,
  webhooks,
  keys,
  integerStrings,
  problems,
  document,
];
