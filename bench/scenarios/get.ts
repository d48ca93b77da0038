import { getAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const get: LoadScenario = {
  kind: 'load',
  name: 'get',
  about: 'one animal, a random one each time',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: getAnimal,
  disk: { kind: 'plain' },
  goals: [
    { measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.5 },
    { measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 1.3 },
  ],
};
