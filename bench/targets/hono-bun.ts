import { peerEnvironment } from './peer-environment.ts';
import type { Target } from './target.ts';

export const honoBun: Target = {
  name: 'hono-bun',
  about: 'a peer: the same with Hono, its zod-openapi and bun:sqlite, on Bun',
  kind: 'peer',
  engines: ['sqlite'],
  packageFolder: 'bench/peers/hono-bun',
  command: ['node_modules/bun/bin/bun.exe', 'bench/peers/hono-bun/server.mjs'],
  environment: peerEnvironment,
};
