import { createAnimal, listAvailable } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const listSlowDisk: LoadScenario = {
  kind: 'load',
  name: 'list-slow-disk',
  about:
    'the first page of available animals while others add animals, on a disk that takes 5 ms longer for every flush',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: listAvailable,
  background: createAnimal,
  disk: { kind: 'slow', delayMs: 5 },
  goals: [{ measure: 'latencyP50Ms', below: 20 }],
};
