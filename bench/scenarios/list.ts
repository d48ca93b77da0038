import { listAvailable } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const list: LoadScenario = {
  kind: 'load',
  name: 'list',
  about: 'the first page of available animals, again and again',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: listAvailable,
  disk: { kind: 'plain' },
  goals: [
    { measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.75 },
    { measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 3 },
  ],
};
