import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../../scripts/build/build-executable.ts';
import { root } from '../../scripts/build/build-options.ts';
import { ownPlatform } from '../../scripts/build/runtimes.ts';
import { openStore } from '../../src/store/open-store.ts';
import { browserPath } from './browser/browser.ts';
import { sqlite } from './engines.ts';
import { PostgresServer, removeAllServers } from './postgres/postgres-server.ts';
import { sharedPostgres, uniqueName } from './postgres/shared-postgres.ts';
import { browserTimeVariable, readBrowserTimeMs } from './process/processor-time.ts';
import { sharedExecutable } from './process/program.ts';

const memory = '/dev/shm';
/** One and a half times what the tests store there at the same time. */
const neededBytes = 2 * 1024 ** 3;

/** The services that all test files of a run share. */
export interface TestServices {
  /** The environment variables by which a test file finds them, when they are ready. */
  readonly env: Promise<Record<string, string>>;
  /** The processor time of all browsers so far. */
  browserTimeMs(): number;
  /** Stops them, and removes what tests have left in their folder. Also happens if this process is killed. */
  stop(): Promise<void>;
}

/**
 * Starts the services that each test file would otherwise start for itself; with `isQuick`, only creates a folder with a
 * database file.
 */
export function startTestServices({ isQuick }: { isQuick: boolean }): TestServices {
  const ownFolder = tmpdir();
  const scratch = mkdtempSync(join(hasRoom(memory) ? memory : ownFolder, 'petstore-tests-'));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(scratch, 0o711);
  const browserTimes = join(scratch, 'browser-times');
  const cleaner = startCleaner(scratch);
  const env: Promise<Record<string, string>> = isQuick ? startQuick(scratch) : start(scratch);
  // Callers that await it get the error; until then it must not end the process.
  env.catch(() => undefined);
  return {
    env: env.then((started) => ({ TMPDIR: scratch, [browserTimeVariable]: browserTimes, ...started })),
    browserTimeMs: () => readBrowserTimeMs(browserTimes),
    async stop() {
      const { TEST_TEMPLATE_DATABASE: template } = await env.catch((): Awaited<typeof env> => ({}));
      if (template !== undefined) await (await sharedPostgres()).drop(template);
      await removeAllServers();
      await cleaner.clean();
    },
  };
}

/**
 * Removes the folder when `clean` is called or this process ends, even if it is killed. Before, ends the PostgreSQL
 * servers whose data is in the folder.
 */
function startCleaner(folder: string): { clean(): Promise<void> } {
  const script = `cat >/dev/null
    for file in "$1"/*/data/postmaster.pid; do
      pid=$(head -n 1 "$file" 2>/dev/null) || continue
      kill -QUIT "$pid" 2>/dev/null || continue
      tries=0
      while kill -0 "$pid" 2>/dev/null && [ $((tries += 1)) -lt 100 ]; do sleep 0.1; done
    done
    rm -rf "$1"`;
  // Its input ends with this process. Ctrl-C does not reach it.
  const cleaner = Bun.spawn(['sh', '-c', script, 'sh', folder], { stdin: 'pipe', stdout: 'ignore', detached: true });
  cleaner.unref();
  return {
    async clean() {
      cleaner.stdin.end();
      await cleaner.exited;
    },
  };
}

async function startQuick(scratch: string): Promise<Record<string, string>> {
  return { TEST_ENGINES: sqlite.name, ...(await makeTemplateFile(scratch)) };
}

/** A migrated SQLite file, to copy. */
async function makeTemplateFile(scratch: string): Promise<Record<string, string>> {
  const path = join(scratch, 'template.db');
  await (await openStore(`sqlite:${path}`, { writesInline: true })).close();
  return { TEST_TEMPLATE_FILE: path };
}

/** The executable, in a folder of the PATH, so that it calls itself `petstore` in what it advises. */
async function makeProgram(scratch: string): Promise<Record<string, string>> {
  if (sharedExecutable !== undefined) return {};
  const folder = join(scratch, 'program');
  const path = join(folder, 'petstore');
  await buildExecutable(ownPlatform(), path);
  return { TEST_PROGRAM: path, PATH: `${folder}:${process.env['PATH']}` };
}

/** The scripts of writer threads as bytecode: test processes start a hundred of these threads. */
async function makeThreads(scratch: string): Promise<Record<string, string>> {
  if (process.env['TEST_THREADS'] !== undefined) return {};
  const folder = join(scratch, 'threads');
  await Bun.build({
    entrypoints: ['src/writer.ts', 'tests/support/process/dying-writer.ts'].map((path) => join(root, path)),
    outdir: folder,
    naming: '[name].[ext]',
    target: 'bun',
    format: 'cjs',
    bytecode: true,
  });
  return { TEST_THREADS: folder };
}

async function start(scratch: string): Promise<Record<string, string>> {
  // Unpacked once, before several processes would do so concurrently, in a folder that the next run reuses.
  const browser = await browserPath();
  process.env['TMPDIR'] = scratch;
  const prepared = await PostgresServer.prepare();
  const postgres = await sharedPostgres();
  const template = uniqueName();
  await postgres.run('postgres', `CREATE DATABASE ${template}`);
  await (await openStore(postgres.url(template))).close();
  return {
    ...prepared,
    ...(await makeTemplateFile(scratch)),
    ...(await makeProgram(scratch)),
    ...(await makeThreads(scratch)),
    TEST_BROWSER: browser,
    TEST_DATABASE_URL: postgres.url('postgres'),
    TEST_TEMPLATE_DATABASE: template,
  };
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= neededBytes;
}
