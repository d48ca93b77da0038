import * as requests from './requests.ts';
import type { LoadScenario, Variant } from './scenario.ts';

const usual = {
  kind: 'load',
  engine: 'sqlite',
  feature: 'pets',
  animals: 100_000,
  disk: { kind: 'plain' },
  goals: [],
} as const satisfies Partial<LoadScenario>;

const listed = { feature: 'listings', animals: 10_000, hasListings: true } as const satisfies Partial<LoadScenario>;

const oneWorker: Variant = { name: '1 worker', environment: { PETSTORE_WORKERS: '1' }, workers: 1 };
export const twoWorkers: Variant = { name: '2 workers', environment: { PETSTORE_WORKERS: '2' }, workers: 2 };
const oneOrTwoWorkers = [oneWorker, twoWorkers];

/** Of all programs on SQLite. */
export const sqlite: readonly LoadScenario[] = [
  {
    ...usual,
    name: 'list',
    about: 'the first page of available animals, again and again',
    request: requests.listAvailable,
    goals: [
      { measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.75 },
      { measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 3 },
    ],
  },
  {
    ...usual,
    name: 'list-100',
    about: 'the longest page of available animals, again and again',
    request: requests.listManyAvailable,
  },
  {
    ...usual,
    name: 'pages',
    about: 'a random page in the middle of 1,000,000 animals',
    animals: 1_000_000,
    request: requests.readPages,
  },
  {
    ...usual,
    name: 'not-modified',
    about: 'the first page of available animals, which has not changed',
    request: requests.revalidateAvailable,
  },
  {
    ...usual,
    name: 'get',
    about: 'one animal, a random one each time',
    request: requests.getAnimal,
    goals: [
      { measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.5 },
      { measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 1.3 },
    ],
  },
  {
    ...usual,
    name: 'create',
    about: 'add an animal; the answer comes after it is on the disk',
    request: requests.createAnimal,
    goals: [
      { measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.3 },
      { measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 3 },
    ],
  },
  {
    ...usual,
    name: 'mix',
    about: '19 reads, one animal or the first page, to 1 create',
    request: requests.readMostly,
    goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.5 }],
  },
  {
    ...usual,
    name: 'wrong-key',
    about: 'a list, asked for with a key that nobody was given',
    request: requests.listWithWrongKey,
    goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.8 }],
  },
  {
    ...usual,
    name: 'wrong-body',
    about: 'add an animal that has no name and a wrong category',
    request: requests.createWrongAnimal,
  },
];

/** For web sites: few peers have them. */
export const webSites: readonly LoadScenario[] = [
  {
    ...usual,
    name: 'search',
    about: 'a random page of the 100,000 animals with one name, or one animal by a word, among 1,000,000',
    feature: 'search',
    animals: 1_000_000,
    request: requests.searchNames,
  },
  {
    ...usual,
    name: 'listings',
    about: 'the first page of 20 available animals with profiles and two photos each, again and again',
    ...listed,
    request: requests.listListings,
  },
  {
    ...usual,
    name: 'listing-pages',
    about: 'a random page of 10,000 animals with profiles and two photos each',
    ...listed,
    request: requests.readListingPages,
  },
  {
    ...usual,
    name: 'photo',
    about: 'a file of a photo, 640 pixels wide; the limit sends the same file',
    ...listed,
    feature: 'photos',
    request: requests.readPhoto,
    goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'limit', above: 0.5 }],
  },
];

/** What peers do not have. */
export const alone: readonly LoadScenario[] = [
  {
    ...usual,
    name: 'public-page',
    about: 'the public page with 20 animals, compressed, again and again; compare with listings',
    ...listed,
    feature: 'alone',
    request: requests.readPublicPage,
  },
  {
    ...usual,
    name: 'events-begin',
    about: 'the first 100 of 100,000 events',
    feature: 'alone',
    request: requests.readEventsAtBegin,
  },
  {
    ...usual,
    name: 'events-end',
    about: 'the last 100 of 100,000 events',
    feature: 'alone',
    request: requests.readEventsAtEnd,
  },
  {
    ...usual,
    name: 'inventory',
    about: 'how many of 100,000 animals have each status',
    feature: 'alone',
    request: requests.countAnimals,
  },
];

/** On a disk that takes 5 ms longer for every flush. */
export const slowDisk: readonly LoadScenario[] = [
  {
    ...usual,
    name: 'list-slow-disk',
    about:
      'the first page of available animals while others add animals, on a disk that takes 5 ms longer for every flush',
    request: requests.listAvailable,
    background: requests.createAnimal,
    disk: { kind: 'slow', delayMs: 5 },
    goals: [{ measure: 'latencyP50Ms', below: 20 }],
  },
  {
    ...usual,
    name: 'create-slow-disk',
    about: 'add an animal on a disk that takes 5 ms longer for every flush',
    request: requests.createAnimal,
    disk: { kind: 'slow', delayMs: 5 },
    goals: [{ measure: 'requestsPerSecond', above: 2_000 }],
  },
];

/** One process and two. */
export const workers: readonly LoadScenario[] = [
  {
    ...usual,
    name: 'workers-list',
    about: 'the first page of available animals, from one process and from two',
    feature: 'alone',
    request: requests.listAvailable,
    variants: oneOrTwoWorkers,
    goals: [{ measure: 'possibleRatio', above: 1.8 }],
  },
  {
    ...usual,
    name: 'workers-get',
    about: 'one animal, a random one each time, from one process and from two',
    feature: 'alone',
    request: requests.getAnimal,
    variants: oneOrTwoWorkers,
    goals: [{ measure: 'possibleRatio', above: 1.8 }],
  },
  {
    ...usual,
    name: 'workers-create',
    about: 'add an animal, with one process and with two',
    feature: 'alone',
    request: requests.createAnimal,
    variants: oneOrTwoWorkers,
  },
];

/** On PostgreSQL. */
export const postgres: readonly LoadScenario[] = [
  {
    ...usual,
    name: 'postgres-list',
    about: 'the first page of available animals from PostgreSQL, again and again',
    engine: 'postgres',
    request: requests.listAvailable,
    goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 1.5 }],
  },
  {
    ...usual,
    name: 'postgres-get',
    about: 'one animal from PostgreSQL, a random one each time',
    engine: 'postgres',
    request: requests.getAnimal,
    goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 1.5 }],
  },
  {
    ...usual,
    name: 'postgres-create',
    about: 'add an animal to PostgreSQL; the answer comes after it is on the disk',
    engine: 'postgres',
    request: requests.createAnimal,
    goals: [{ measure: 'requestsPerCpuSecondRatio', of: 'best peer', above: 1.5 }],
  },
];
