import { peerEnvironment } from './peer-environment.ts';
import type { Target } from './target.ts';

export const fastifyPg: Target = {
  name: 'fastify-pg',
  about: 'a peer: the same with Fastify and pg, on Node',
  kind: 'peer',
  engines: ['postgres'],
  packageFolder: 'bench/peers/fastify-pg',
  command: ['node', 'bench/peers/fastify-pg/server.mjs'],
  environment: peerEnvironment,
};
