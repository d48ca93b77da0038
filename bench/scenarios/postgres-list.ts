import { listAvailable } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const postgresList: LoadScenario = {
  kind: 'load',
  name: 'postgres-list',
  about: 'the first page of available animals from PostgreSQL, again and again',
  engine: 'postgres',
  hasPeers: true,
  animals: 100_000,
  request: listAvailable,
  disk: { kind: 'plain' },
  goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 1.5 }],
};
