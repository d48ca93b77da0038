interface Room {
  readonly folder: string;
  /** How many files share a process, and with it the loaded modules and the browser. */
  readonly filesPerProcess: number;
}

/** Test folders, slowest files first: then no long process runs alone at the end. */
const rooms: readonly Room[] = [
  { folder: 'tests/browser/', filesPerProcess: 5 },
  { folder: 'tests/faults/', filesPerProcess: 3 },
  { folder: 'tests/process/', filesPerProcess: 5 },
  { folder: 'tests/client/', filesPerProcess: 3 },
  { folder: 'tests/store/', filesPerProcess: 6 },
  { folder: 'tests/contract/', filesPerProcess: 10 },
];
/** Unit tests, next to their sources. */
const units: Room = { folder: '', filesPerProcess: 40 };
/** Some unit tests wait for timers, so that others run meanwhile. */
const startOrder = rooms.toSpliced(-1, 0, units);
/** Tests with packages of their own, for `npm run test:ecosystem`. */
const ecosystem = 'tests/ecosystem/';
/** Folders whose tests start programs, browsers or PostgreSQL. */
const slowRooms = rooms.slice(0, 5);

interface Choice {
  readonly isQuick: boolean;
  /** A file matches if its path contains one of these; without filters, all files match. */
  readonly filters: readonly string[];
}

/** The paths of test files in the order to start them, grouped by the process that runs them. */
export function findTestFiles(root: string, { isQuick, filters }: Choice): string[][] {
  const found = ['tests', 'src', 'client', 'console', 'embed', 'scripts', 'bench', 'soak']
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync({ cwd: root })].sort())
    // The benchmark installs its peers' packages inside its folder.
    .filter((path) => !path.includes('/node_modules/') && !path.startsWith(ecosystem))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));
  const byRoom = Map.groupBy(found, (path) => rooms.find(({ folder }) => path.startsWith(folder)) ?? units);
  return startOrder
    .filter((room) => !(isQuick && slowRooms.includes(room)))
    .flatMap((room) => inGroups(byRoom.get(room) ?? [], room.filesPerProcess));
}

/** As many groups as needed, with nearly the same number of files. */
function inGroups(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  const starts = Array.from({ length: count + 1 }, (_, index) => Math.round((index * files.length) / count));
  return starts.slice(1).map((end, index) => files.slice(starts[index], end));
}
