interface Room {
  readonly folder: string;
  /** How many files share a process, and with it the loaded modules and the browser. */
  readonly filesPerProcess: number;
}

const browser: Room = { folder: 'tests/browser/', filesPerProcess: 12 };
const faults: Room = { folder: 'tests/faults/', filesPerProcess: 5 };
const programs: Room = { folder: 'tests/process/', filesPerProcess: 12 };
const client: Room = { folder: 'tests/client/', filesPerProcess: 5 };
const store: Room = { folder: 'tests/store/', filesPerProcess: 15 };
const contract: Room = { folder: 'tests/contract/', filesPerProcess: 22 };
/** Unit tests, next to their sources. */
const units: Room = { folder: '', filesPerProcess: 60 };
const rooms = [browser, faults, programs, client, store, contract];
/** Folders whose tests start programs, browsers or PostgreSQL. */
const slowRooms = [browser, faults, programs, client, store];
/**
 * The order in which rooms start; those in one list take turns. Some unit tests and most tests of faults wait for timers
 * and outages; meanwhile other tests use the processor. The shortest are last, so that none runs alone at the end.
 */
const startOrder = [[units], [browser], [faults, programs], [client], [store], [contract]];
/** Tests with packages of their own, for `npm run test:ecosystem`. */
const ecosystem = 'tests/ecosystem/';

interface Choice {
  readonly isQuick: boolean;
  /** A file matches if its path contains one of these; without filters, all files match. */
  readonly filters: readonly string[];
}

/** The paths of test files in the order to start them, grouped by the process that runs them. */
export function findTestFiles(root: string, { isQuick, filters }: Choice): string[][] {
  const found = ['tests', 'src', 'client', 'conformance', 'console', 'embed', 'scripts', 'bench']
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync({ cwd: root })].sort())
    // The benchmark installs its peers' packages inside its folder.
    .filter((path) => !path.includes('/node_modules/') && !path.startsWith(ecosystem))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
  const byRoom = Map.groupBy(found, (path) => rooms.find(({ folder }) => path.startsWith(folder)) ?? units);
  const groupsOf = (room: Room) =>
    isQuick && slowRooms.includes(room) ? [] : inGroups(byRoom.get(room) ?? [], room.filesPerProcess);
  return startOrder.flatMap((together) => byTurns(together.map(groupsOf)));
}

/** The first of each list, the second of each, and so on. */
function byTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

/** As many groups as needed, with nearly the same number of files. */
function inGroups(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  const starts = Array.from({ length: count + 1 }, (_, index) => Math.round((index * files.length) / count));
  return starts.slice(1).map((end, index) => files.slice(starts[index], end));
}
