/** Test folders, slowest files first: then no single long file runs alone at the end. */
const rooms = ['browser', 'faults', 'process', 'client', 'store', 'contract'].map((room) => `tests/${room}/`);
/** Tests with packages of their own, for `npm run test:ecosystem`. */
const ecosystem = 'tests/ecosystem/';
/** Folders whose tests start programs, browsers or PostgreSQL. */
const slowRooms = rooms.slice(0, 5);

interface Choice {
  readonly isQuick: boolean;
  /** A file matches if its path contains one of these; without filters, all files match. */
  readonly filters: readonly string[];
}

/** The paths of test files in the order to start them. */
export function findTestFiles(root: string, { isQuick, filters }: Choice): string[] {
  const found = ['tests', 'src', 'client', 'console', 'embed', 'scripts', 'bench', 'soak'].flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync({ cwd: root })].sort(),
  );
  const roomOf = (path: string) => {
    const index = rooms.findIndex((room) => path.startsWith(room));
    return index < 0 ? rooms.length : index;
  };
  return (
    found
      // The benchmark installs its peers' packages inside its folder.
      .filter((path) => !path.includes('/node_modules/') && !path.startsWith(ecosystem))
      .filter((path) => !(isQuick && slowRooms.some((room) => path.startsWith(room))))
      .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
      .sort((one, other) => roomOf(one) - roomOf(other))
  );
}
