import { readPagesMostly } from './requests.ts';
import type { SteadyScenario } from './scenario.ts';

export const steady: SteadyScenario = {
  kind: 'steady',
  name: 'steady',
  about: '19 reads, one animal, the first page or a random one, to 1 create, minute after minute',
  animals: 1_000_000,
  request: readPagesMostly,
  intervalSeconds: 5,
  goals: { memoryGrowthAtMost: 0.05, walMiBBelow: 16 },
};
