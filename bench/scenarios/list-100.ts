import { listManyAvailable } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const list100: LoadScenario = {
  kind: 'load',
  name: 'list-100',
  about: 'the longest page of available animals, again and again',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: listManyAvailable,
  disk: { kind: 'plain' },
  goals: [],
};
