import { listAvailable } from './requests.ts';
import type { LoadScenario } from './scenario.ts';
import { oneOrTwoWorkers } from './variants.ts';

export const workersList: LoadScenario = {
  kind: 'load',
  name: 'workers-list',
  about: 'the first page of available animals, from one process and from two',
  engine: 'sqlite',
  hasPeers: false,
  animals: 100_000,
  request: listAvailable,
  disk: { kind: 'plain' },
  variants: oneOrTwoWorkers,
  goals: [{ measure: 'possibleRatio', above: 1.8 }],
};
