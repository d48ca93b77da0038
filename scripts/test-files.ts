interface Room {
  /** What the paths of its files begin with. */
  readonly folder: string;
  /** How many files share a process, and with it the loaded modules and the browser. */
  readonly filesPerProcess: number;
  /** Its tests start programs, browsers or PostgreSQL. */
  readonly isSlow?: true;
}

const browser: Room = { folder: 'tests/browser/', filesPerProcess: 12, isSlow: true };
const faults: Room = { folder: 'tests/faults/', filesPerProcess: 5, isSlow: true };
const programs: Room = { folder: 'tests/process/', filesPerProcess: 12, isSlow: true };
const client: Room = { folder: 'tests/client/', filesPerProcess: 5, isSlow: true };
const store: Room = { folder: 'tests/store/', filesPerProcess: 15, isSlow: true };
const contract: Room = { folder: 'tests/contract/', filesPerProcess: 22 };
const longBrowser: Room = { folder: 'tests/long/browser/', filesPerProcess: 12 };
const long: Room = { folder: 'tests/long/', filesPerProcess: 1 };
const soak: Room = { folder: 'tests/soak/', filesPerProcess: 20 };
/** Unit tests, next to their sources. */
const units: Room = { folder: '', filesPerProcess: 60 };
/** A file belongs to the first that fits. */
const rooms = [browser, faults, programs, client, store, contract, longBrowser, long, soak, units];
/**
 * The order in which rooms start; those in one list take turns. Some unit tests and most tests of faults wait for timers
 * and outages; meanwhile other tests use the processor. The shortest are last, so that none runs alone at the end.
 */
const startOrder = [[units], [browser], [faults, programs], [client], [store], [contract]];
/** Tests with packages of their own, for `npm run test:ecosystem`. */
const ecosystem = 'tests/ecosystem/';
/**
 * What is kept, whatever happens: data, the effect of a request that is repeated, the order of events, the delivery of
 * webhooks. A test of it that fails once has failed.
 */
const strict =
  /^tests\/(?:(?:faults|store|long|soak)\/|(?:contract|process|client)\/.*(?:idempotency|retries|event|webhook))/;

interface Choice {
  readonly suite: 'usual' | 'quick' | 'long';
  /** A file matches if its path contains one of these; without filters, all files match. */
  readonly filters: readonly string[];
}

/** Test files that one process runs. */
export interface TestGroup {
  readonly paths: readonly string[];
  readonly isStrict: boolean;
}

/** All test files of a suite, in the order to start them. */
export function findTestFiles(root: string, { suite, filters }: Choice): TestGroup[] {
  const found = [
    'tests',
    'src',
    'contract',
    'client',
    'importer',
    'cli',
    'conformance',
    'console',
    'embed',
    'scripts',
    'bench',
  ]
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync({ cwd: root })].sort())
    // The benchmark installs its peers' packages inside its folder.
    .filter((path) => !path.includes('/node_modules/') && !path.startsWith(ecosystem))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
  const byRoom = Map.groupBy(found, (path) => rooms.find(({ folder }) => path.startsWith(folder)) ?? units);
  const groupsOf = (room: Room) => {
    const files = Map.groupBy(byRoom.get(room) ?? [], (path) => strict.test(path));
    if (suite === 'quick' && room.isSlow) return [];
    return [true, false].flatMap((isStrict) => inGroups(files.get(isStrict) ?? [], room.filesPerProcess, isStrict));
  };
  const order = suite === 'long' ? [[soak], [long], [longBrowser]] : startOrder;
  return order.flatMap((together) => byTurns(together.map(groupsOf)));
}

/** The first of each list, the second of each, and so on. */
function byTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

/** As many groups as needed, with nearly the same number of files. */
function inGroups(files: readonly string[], most: number, isStrict: boolean): TestGroup[] {
  const count = Math.ceil(files.length / most);
  const starts = Array.from({ length: count + 1 }, (_, index) => Math.round((index * files.length) / count));
  return starts.slice(1).map((end, index) => ({ paths: files.slice(starts[index], end), isStrict }));
}
