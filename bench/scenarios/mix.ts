import { readMostly } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const mix: LoadScenario = {
  kind: 'load',
  name: 'mix',
  about: '19 reads, one animal or the first page, to 1 create',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: readMostly,
  disk: { kind: 'plain' },
  goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.5 }],
};
