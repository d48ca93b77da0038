import { alone, postgres, slowDisk, sqlite, twoWorkers, webSites, workers } from './load-scenarios.ts';
import * as requests from './requests.ts';
import type { GrowthScenario, Scenario, StartScenario, SteadyScenario } from './scenario.ts';

const start: StartScenario = {
  kind: 'start',
  name: 'start',
  about: 'from starting the program to the first answer of /readyz, on an existing database',
  animals: 100_000,
};

export const growth: GrowthScenario = {
  kind: 'growth',
  name: 'growth',
  about: 'petstore with 1,000, 100,000 and 10,000,000 animals',
  sizes: [1_000, 100_000, 10_000_000],
  loads: [
    { name: 'list', about: 'the first page of available animals, again and again', request: requests.listAvailable },
    { name: 'pages', about: 'a random page of all animals', request: requests.readPages },
    { name: 'get', about: 'one animal, a random one each time', request: requests.getAnimal },
    {
      name: 'create',
      about: 'add an animal; the answer comes after it is on the disk',
      request: requests.createAnimal,
    },
  ],
  goals: { ratioAtLeast: 0.85, peakMemoryMiBBelow: 250, startMsBelow: 300 },
};

export const steady: SteadyScenario = {
  kind: 'steady',
  name: 'steady',
  about: '19 reads, one animal, the first page or a random one, to 1 create, minute after minute',
  animals: 1_000_000,
  request: requests.readPagesMostly,
  intervalSeconds: 5,
  goals: { memoryGrowthAtMost: 0.05, walMiBBelow: 16 },
};

const steadyWorkers: SteadyScenario = {
  ...steady,
  name: 'steady-workers',
  about: `${steady.about}, to two processes`,
  variant: twoWorkers,
};

/** What runs unless something else is chosen, in this order. */
export const usualScenarios: readonly Scenario[] = [
  ...sqlite,
  ...webSites,
  ...alone,
  ...slowDisk,
  start,
  ...workers,
  ...postgres,
];

/** Every scenario there is; the last ones take their time. */
export const scenarios: readonly Scenario[] = [...usualScenarios, growth, steady, steadyWorkers];

/** Several scenarios that can be chosen by one name. */
export const scenarioGroups = [
  { name: 'sqlite', members: sqlite },
  { name: 'web-sites', members: webSites },
  { name: 'slow-disk', members: slowDisk },
  { name: 'workers', members: workers },
  { name: 'postgres', members: postgres },
] as const;
