import { peerEnvironment } from './peer-environment.ts';
import type { Target } from './target.ts';

export const fastifySqlite: Target = {
  name: 'fastify-sqlite',
  about: 'a peer: the same answers from the same tables, written plainly with Fastify and better-sqlite3, on Node',
  kind: 'peer',
  engines: ['sqlite'],
  packageFolder: 'bench/peers/fastify-sqlite',
  command: ['node', 'bench/peers/fastify-sqlite/server.mjs'],
  environment: peerEnvironment,
};
