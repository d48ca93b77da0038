import type { Goal, RequestTemplate, Scenario } from './scenario.ts';

const get = (...paths: [string, ...string[]]): RequestTemplate => ({
  method: 'GET',
  paths,
  headers: {},
  body: '',
  expectedStatus: 200,
});
const availablePath = '/v1/pets?limit=20&status=available';
const listAvailable = get(availablePath);
const getAnimal = get('/v1/pets/{id}');
const readPages = get('/v1/pets?{page}');
const createAnimal: RequestTemplate = {
  method: 'POST',
  paths: ['/v1/pets'],
  headers: { 'Content-Type': 'application/json' },
  body: '{"name":"{name}","categoryId":{category},"status":"available"}',
  expectedStatus: 201,
};

const perCpu = 'requestsPerCpuSecond';
const ofLimit = (atLeast: number): Goal => ({ figure: perCpu, of: 'limit', atLeast });
const ofBestPeer = (atLeast: number): Goal => ({ figure: perCpu, of: 'best peer', atLeast });

const usual = { engine: 'sqlite', animals: 100_000, hasListings: false, beside: 'limit and peers', goals: [] } as const;

/** Makes scenarios with one load, which have something in common. */
function kind(common: Partial<Scenario>) {
  return (name: string, about: string, request: RequestTemplate, ...goals: Goal[]): Scenario => {
    return { ...usual, ...common, name, about, loads: [{ name: '', request }], goals };
  };
}

const sqlite = kind({ group: 'sqlite' });
const large = { animals: 1_000_000 };
const listed = kind({ group: 'web-sites', beside: 'limit', animals: 10_000, hasListings: true });
const alone = kind({ beside: 'limit' });
const oneOrTwoWorkers = [
  { name: '1 worker', workers: 1 },
  { name: '2 workers', workers: 2 },
] as const;
const workers = kind({ group: 'workers', beside: oneOrTwoWorkers });
const postgres = kind({ group: 'postgres', engine: 'postgres' });

const wrongKey = { Authorization: 'Bearer a-key-that-nobody-was-ever-given' };
const wrongBody = JSON.stringify({ name: '', categoryId: 'seven', status: 'available' });
const readMostly = {
  ...get('/v1/pets/{id}', availablePath),
  sometimes: { oneIn: 20, request: createAnimal },
};

const compared: readonly Scenario[] = [
  sqlite('list', 'the first page of available animals, again and again', listAvailable, ofLimit(0.75), ofBestPeer(3)),
  sqlite('list-100', 'the longest page of available animals', get('/v1/pets?limit=100&status=available')),
  { ...sqlite('pages', 'a random page in the middle of 1,000,000 animals', readPages), ...large },
  sqlite('not-modified', 'the first page of available animals, which has not changed', {
    ...listAvailable,
    isConditional: true,
    expectedStatus: 304,
  }),
  sqlite('get', 'one animal, a random one each time', getAnimal, ofLimit(0.5), ofBestPeer(1.3)),
  sqlite('create', 'add an animal, which is then on the disk', createAnimal, ofLimit(0.3), ofBestPeer(3)),
  sqlite('mix', '19 reads, one animal or the first page, to 1 create', readMostly, ofLimit(0.5)),
  sqlite(
    'wrong-key',
    'a list, asked for with a key that nobody was given',
    { ...listAvailable, headers: wrongKey, expectedStatus: 401 },
    ofLimit(0.8),
  ),
  sqlite('wrong-body', 'add an animal that has no name and a wrong category', {
    ...createAnimal,
    body: wrongBody,
    expectedStatus: 400,
  }),
  {
    // The number in the name of an animal is in no other name.
    ...listed(
      'search',
      'a page of 100,000 with one name, or one by a word',
      get('/v1/pets?q=bella&{page}', '/v1/pets?q={id}'),
    ),
    ...large,
    hasListings: false,
  },
  listed('listings', '20 animals with profiles and two photos each', get('/v1/listings?limit=20&status=available')),
  listed('listing-pages', 'a random page of 10,000 of them', get('/v1/listings?{page}')),
  listed('photo', 'a file of a photo, 640 pixels wide; the limit sends it from memory', get('{photo}')),
  listed('public-page', 'the public page with 20 animals, compressed; compare with listings', {
    ...get('/adopt'),
    headers: { 'Accept-Encoding': 'gzip' },
  }),
  alone('events-begin', 'the first 100 of 100,000 events', get('/v1/events?limit=100&after=0')),
  alone('events-end', 'the last 100 of 100,000 events', get('/v1/events?limit=100&after=99900')),
  alone('inventory', 'how many of 100,000 animals have each status', get('/v1/store/inventory')),
  {
    ...usual,
    name: 'start',
    about: 'from starting the program to the first answer of /readyz, on an existing database',
    restarts: true,
    loads: [],
  },
  // Two processes together do 1.8 times what one does.
  workers('workers-list', 'one process or two', listAvailable, { figure: perCpu, of: 'first', atLeast: 0.9 }),
  workers('workers-get', 'one process or two', getAnimal, { figure: perCpu, of: 'first', atLeast: 0.9 }),
  workers('workers-create', 'one process or two', createAnimal),
  postgres('postgres-list', 'the first page of available animals', listAvailable, ofBestPeer(1.5)),
  postgres('postgres-get', 'one animal, a random one each time', getAnimal, ofBestPeer(1.5)),
  postgres('postgres-create', 'add an animal, which is then on the disk', createAnimal, ofBestPeer(1.5)),
];

const growth: Scenario = {
  ...usual,
  name: 'growth',
  about: 'petstore with 1,000, 100,000 and 10,000,000 animals',
  beside: [
    { name: '1,000', animals: 1_000 },
    { name: '100,000', animals: 100_000 },
    { name: '10,000,000', animals: 10_000_000 },
  ],
  restarts: true,
  isOnlyRunWhenNamed: true,
  // What writes comes last.
  loads: [
    { name: 'list', request: listAvailable },
    { name: 'pages', request: readPages },
    { name: 'get', request: getAnimal },
    { name: 'create', request: createAnimal },
  ],
  goals: [
    { figure: perCpu, of: 'first', atLeast: 0.85 },
    { figure: 'latencyP50Ms', of: 'first', atMost: 1 / 0.85 },
    { figure: 'latencyP99Ms', of: 'first', atMost: 1 / 0.85 },
    { figure: 'peakMemoryMiB', atMost: 250 },
    { figure: 'startMs', atMost: 300 },
  ],
};

/** No load: `worst/` asks for each read once in each of its hostile forms. */
export const worst: Scenario = {
  ...usual,
  name: 'worst',
  about: 'what the most expensive forms of each read of the interface and of the public page cost',
  beside: [{ name: 'petstore' }],
  isOnlyRunWhenNamed: true,
  loads: [],
};

/** Every scenario there is; the last ones take their time. */
export const scenarios: readonly Scenario[] = [...compared, growth, worst];
