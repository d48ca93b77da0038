import { createAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';
import { oneOrTwoWorkers } from './variants.ts';

export const workersCreate: LoadScenario = {
  kind: 'load',
  name: 'workers-create',
  about: 'add an animal, with one process and with two',
  engine: 'sqlite',
  hasPeers: false,
  animals: 100_000,
  request: createAnimal,
  disk: { kind: 'plain' },
  variants: oneOrTwoWorkers,
  goals: [],
};
