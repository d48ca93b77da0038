import { readPages } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const pages: LoadScenario = {
  kind: 'load',
  name: 'pages',
  about: 'a random page in the middle of 1,000,000 animals',
  engine: 'sqlite',
  hasPeers: true,
  animals: 1_000_000,
  request: readPages,
  disk: { kind: 'plain' },
  goals: [],
};
