import type { SteadyScenario } from './scenario.ts';
import { steady } from './steady.ts';
import { twoWorkers } from './variants.ts';

export const steadyWorkers: SteadyScenario = {
  ...steady,
  name: 'steady-workers',
  about: `${steady.about}, to two processes`,
  variant: twoWorkers,
};
