import type { Target } from './target.ts';

export const fastifyPg: Target = {
  name: 'fastify-pg',
  about: 'a peer: the same answers from the same tables, written plainly with Fastify and pg, on Node',
  kind: 'peer',
  engines: ['postgres'],
  packageFolder: 'bench/peers/fastify-pg',
  command: ['node', 'bench/peers/fastify-pg/server.mjs'],
  environment: (place) => ({
    NODE_ENV: 'production',
    HOST: place.host,
    PORT: String(place.port),
    DATABASE_URL: place.databaseUrl,
  }),
};
