import { bunFixed } from './bun-fixed.ts';
import { fastifyPg } from './fastify-pg.ts';
import { petstore } from './petstore.ts';
import type { Target } from './target.ts';

/** The service whose answers the limits repeat. */
export const reference: Target = petstore;

/** Every target there is, in the order in which each round runs them. */
export const targets: readonly Target[] = [petstore, bunFixed, fastifyPg];
