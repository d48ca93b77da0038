import { createAnimal } from './requests.ts';
import type { LoadScenario } from './scenario.ts';

export const postgresCreate: LoadScenario = {
  kind: 'load',
  name: 'postgres-create',
  about: 'add an animal to PostgreSQL; the answer comes after it is on the disk',
  engine: 'postgres',
  hasPeers: true,
  animals: 100_000,
  request: createAnimal,
  disk: { kind: 'plain' },
  goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 1.5 }],
};
