import { getAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';
import { oneOrTwoWorkers } from './variants.ts';

export const workersGet: LoadScenario = {
  kind: 'load',
  name: 'workers-get',
  about: 'one animal, a random one each time, from one process and from two',
  engine: 'sqlite',
  hasPeers: false,
  animals: 100_000,
  request: getAnimal,
  disk: { kind: 'plain' },
  variants: oneOrTwoWorkers,
  goals: [{ measure: 'possibleRatio', above: 1.8 }],
};
