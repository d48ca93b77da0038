import { createWrongAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const wrongBody: LoadScenario = {
  kind: 'load',
  name: 'wrong-body',
  about: 'add an animal that has no name and a wrong category',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: createWrongAnimal,
  disk: { kind: 'plain' },
  goals: [],
};
