import { createAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const create: LoadScenario = {
  kind: 'load',
  name: 'create',
  about: 'add an animal; the answer comes after it is on the disk',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: createAnimal,
  disk: { kind: 'plain' },
  goals: [
    { measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.3 },
    { measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 3 },
  ],
};
