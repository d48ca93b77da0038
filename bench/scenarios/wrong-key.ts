import { listWithWrongKey } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const wrongKey: LoadScenario = {
  kind: 'load',
  name: 'wrong-key',
  about: 'a list, asked for with a key that nobody was given',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: listWithWrongKey,
  disk: { kind: 'plain' },
  goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.8 }],
};
