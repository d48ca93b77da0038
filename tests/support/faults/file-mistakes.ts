import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../../../cli/demo/seeded-random.ts';
import { backUp } from '../../../src/operator/backup/backup.ts';
import { statement } from '../../../src/store/statement.ts';
import { fileDatabase } from '../engines.ts';
import { openStore } from '../open-store.ts';
import { startServer, type TestServer } from '../process/server.ts';
import { makeScratchFolder } from '../scratch.ts';

/** What an operator does to the files of a running service. */
interface Mistake {
  readonly what: string;
  make(path: string, backup: string): void;
  /** Whether the service still has all that it has acknowledged, and saves it. */
  readonly leavesAll: boolean;
}

const remove =
  (...suffixes: string[]) =>
  (path: string) => {
    for (const suffix of suffixes) rmSync(path + suffix);
  };

/** The name of a database that was moved. */
const moved = (path: string) => join(dirname(path), 'moved', 'petstore.db');

export const mistakes: readonly Mistake[] = [
  { what: 'the log is removed', make: remove('-wal'), leavesAll: true },
  { what: 'the log and its index are removed', make: remove('-wal', '-shm'), leavesAll: true },
  { what: 'the index is removed', make: remove('-shm'), leavesAll: true },
  { what: 'the log is replaced', make: (path, backup) => replace(`${path}-wal`, backup), leavesAll: true },
  { what: 'the log is replaced by its copy', make: (path) => replace(`${path}-wal`, `${path}-wal`), leavesAll: true },
  {
    what: 'the database is moved without its log',
    make(path) {
      mkdirSync(dirname(moved(path)));
      renameSync(path, moved(path));
    },
    leavesAll: true,
  },
  { what: 'the log is truncated', make: (path) => truncateSync(`${path}-wal`), leavesAll: false },
  { what: 'the log is overwritten', make: (path, backup) => overwrite(`${path}-wal`, backup), leavesAll: false },
  { what: 'the database is truncated', make: (path) => truncateSync(path), leavesAll: false },
  {
    what: 'a backup is copied over the database',
    make: (path, backup) => copyFileSync(backup, path),
    leavesAll: false,
  },
  { what: 'a backup is written into the database', make: (path, backup) => overwrite(path, backup), leavesAll: false },
];

/** As `rsync` does. */
function replace(path: string, by: string): void {
  copyFileSync(by, `${path}.new`);
  renameSync(`${path}.new`, path);
}

/** As `rsync --inplace` does. */
function overwrite(path: string, by: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, readFileSync(by));
  closeSync(file);
}

/**
 * Makes a mistake beside a service under load, and a backup. Then the service ends: after it has refused the writes of all clients,
 * or within milliseconds.
 */
export async function tryMistake(mistake: Mistake, random: Random, workers: number, end: 'SIGTERM' | 'SIGKILL') {
  const folder = makeScratchFolder();
  const [path, backup, later] = ['petstore', 'backup', 'later'].map((name) => join(folder.path, `${name}.db`)) as Paths;
  const acknowledged = new Set<string>();
  try {
    const env = { PETSTORE_WORKERS: String(workers) };
    const server = await startServer({ database: fileDatabase(path), env });
    await addPets(server, acknowledged, 5);
    await backUp(path, backup);
    // A log may be cut off when the file has all of it: the service rightly goes on.
    const load = [1, 2, 3].map(() => addPets(server, acknowledged, 2_000));
    await Bun.sleep(random.between(0, 200));
    mistake.make(path, backup);
    const before = [...acknowledged];
    // It may refuse, but not have less.
    await backUp(path, later).catch(() => undefined);
    if (end === 'SIGKILL') await Bun.sleep(random.between(0, 5));
    else await Promise.all(load);
    const [ready, left] = [await server.fetch('/readyz').catch(() => undefined), hashFiles(path)];
    server.signal(end);
    const exitCode = await server.exited;
    await Promise.all(load);
    const writesAtStop = end === 'SIGTERM' && hashFiles(path) !== left;
    const missingInBackup = existsSync(later) ? missingIn(await idsIn(later), before) : 0;
    const ids = await idsIn(existsSync(moved(path)) ? moved(path) : path).catch((error: unknown) => String(error));
    return {
      acknowledged: acknowledged.size,
      isReady: ready?.status === 200,
      exitCode,
      writesAtStop,
      missingInBackup,
      /** Acknowledged, and not there after a start that does not refuse the files. */
      missing: typeof ids === 'string' ? 0 : missingIn(ids, acknowledged),
      refusal: typeof ids === 'string' ? ids : undefined,
      log: server.output.stderr + server.output.stdout,
    };
  } finally {
    folder.remove();
  }
}

type Paths = [path: string, backup: string, later: string];

function hashFiles(path: string): string {
  const contents = [path, `${path}-wal`].map((file) => (existsSync(file) ? readFileSync(file) : 'none'));
  return contents.map((bytes) => Bun.hash(bytes)).join();
}

function missingIn(ids: ReadonlySet<string>, expected: Iterable<string>): number {
  return [...expected].filter((id) => !ids.has(id)).length;
}

/** Until so many are there, or one is refused. */
async function addPets(server: TestServer, acknowledged: Set<string>, count: number): Promise<void> {
  for (let added = 0; added < count; added++) {
    const response = await server.send('POST', '/v1/pets', { name: 'Rex', categoryId: 1 }).catch(() => undefined);
    if (response?.status !== 201) return;
    acknowledged.add(String(((await response.json()) as { id: unknown }).id));
  }
}

const readIds = statement<readonly [id: bigint]>('SELECT id FROM pets');

async function idsIn(path: string): Promise<Set<string>> {
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  await using store = await openStore(`sqlite:${path}`, { writesInline: true });
  return new Set((await store.reader.query(readIds, [])).map(([id]) => String(id)));
}
