import { bunFixed } from './bun-fixed.ts';
import { elysia } from './elysia.ts';
import { express } from './express.ts';
import { fastifyPg } from './fastify-pg.ts';
import { fastifySqlite } from './fastify-sqlite.ts';
import { honoBun } from './hono-bun.ts';
import { petstore } from './petstore.ts';
import type { Target } from './target.ts';

/** The service whose answers the limits repeat. It makes the database that all begin with. */
export const reference: Target = petstore;

/** Every target there is, in the order in which each round runs them. */
export const targets: readonly Target[] = [petstore, bunFixed, elysia, honoBun, fastifySqlite, express, fastifyPg];
