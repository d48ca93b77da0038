import type { Group } from './case.ts';
import { deployment } from './deployment.ts';
import { authentication } from './interface/authentication.ts';
import { createPet } from './interface/create-pet.ts';
import { errors } from './interface/errors.ts';
import { getPet } from './interface/get-pet.ts';
import { listPets } from './interface/list-pets.ts';

/** Every group, in the order in which they run. */
export const groups: readonly Group[] = [authentication, listPets, createPet, getPet, errors, deployment];
