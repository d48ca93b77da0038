import { peerEnvironment } from './peer-environment.ts';
import type { Target } from './target.ts';

export const express: Target = {
  name: 'express',
  about: 'a peer: the same with Express, zod and better-sqlite3, on Node',
  kind: 'peer',
  engines: ['sqlite'],
  packageFolder: 'bench/peers/express',
  command: ['node', 'bench/peers/express/server.mjs'],
  environment: peerEnvironment,
};
