import { createAnimal, getAnimal, listAvailable, readPages } from './requests.ts';
import type { GrowthScenario } from './scenario.ts';

export const growth: GrowthScenario = {
  kind: 'growth',
  name: 'growth',
  about: 'petstore with 1,000, 100,000 and 10,000,000 animals',
  sizes: [1_000, 100_000, 10_000_000],
  loads: [
    { name: 'list', about: 'the first page of available animals, again and again', request: listAvailable },
    { name: 'pages', about: 'a random page of all animals', request: readPages },
    { name: 'get', about: 'one animal, a random one each time', request: getAnimal },
    { name: 'create', about: 'add an animal; the answer comes after it is on the disk', request: createAnimal },
  ],
  goals: { ratioAtLeast: 0.85, peakMemoryMiBBelow: 250, startMsBelow: 300 },
};
