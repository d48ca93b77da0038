import { getAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const postgresGet: LoadScenario = {
  kind: 'load',
  name: 'postgres-get',
  about: 'one animal from PostgreSQL, a random one each time',
  engine: 'postgres',
  hasPeers: true,
  animals: 100_000,
  request: getAnimal,
  disk: { kind: 'plain' },
  goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 1.5 }],
};
