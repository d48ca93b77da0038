import { getAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const get: LoadScenario = {
  kind: 'load',
  name: 'get',
  about: 'one animal, a random one each time',
  engine: 'sqlite',
  animals: 100_000,
  request: getAnimal,
  disk: { kind: 'plain' },
  goals: [],
};
