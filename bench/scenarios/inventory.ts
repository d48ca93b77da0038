import { countAnimals } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const inventory: LoadScenario = {
  kind: 'load',
  name: 'inventory',
  about: 'how many of 100,000 animals have each status',
  engine: 'sqlite',
  hasPeers: false,
  animals: 100_000,
  request: countAnimals,
  disk: { kind: 'plain' },
  goals: [],
};
