import type { StartScenario } from './scenario.ts';

export const start: StartScenario = {
  kind: 'start',
  name: 'start',
  about: 'from starting the program to the first answer of /readyz, on an existing database',
  animals: 100_000,
};
