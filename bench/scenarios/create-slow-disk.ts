import { createAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const createSlowDisk: LoadScenario = {
  kind: 'load',
  name: 'create-slow-disk',
  about: 'add an animal on a disk that takes 5 ms longer for every flush',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: createAnimal,
  disk: { kind: 'slow', delayMs: 5 },
  goals: [{ measure: 'requestsPerSecond', above: 2_000 }],
};
