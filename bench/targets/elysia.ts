import { peerEnvironment } from './peer-environment.ts';
import type { Target } from './target.ts';

export const elysia: Target = {
  name: 'elysia',
  about: 'a peer: the same with Elysia, its TypeBox schemas and bun:sqlite, on Bun',
  kind: 'peer',
  engines: ['sqlite'],
  packageFolder: 'bench/peers/elysia',
  command: ['node_modules/bun/bin/bun.exe', 'bench/peers/elysia/server.mjs'],
  environment: peerEnvironment,
};
