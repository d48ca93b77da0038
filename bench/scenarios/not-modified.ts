import { revalidateAvailable } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const notModified: LoadScenario = {
  kind: 'load',
  name: 'not-modified',
  about: 'the first page of available animals, which has not changed',
  engine: 'sqlite',
  hasPeers: true,
  animals: 100_000,
  request: revalidateAvailable,
  disk: { kind: 'plain' },
  goals: [],
};
