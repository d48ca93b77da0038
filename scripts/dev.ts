/**
 * `npm run dev`: runs the sources of the service on a temporary database, restarts it when a source changes, and rebuilds
 * the console when its sources change. The database and its admin key last until the command ends. Arguments are passed
 * to `petstore serve`. It also serves a page with all components of the console.
 */
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueSecret } from '../src/server/admin-key.ts';
import components from './components/index.html';

/** Debounces changes: a save, or switching a branch, changes several files at once. */
const quietMs = 100;
const root = join(import.meta.dir, '..');
const folder = mkdtempSync(join(tmpdir(), 'petstore-dev-'));
const apiKey = process.env['PETSTORE_API_KEY'] || issueSecret('production').secret;
const env = {
  ...process.env,
  DATABASE_URL: process.env['DATABASE_URL'] || `sqlite:${join(folder, 'petstore.db')}`,
  PETSTORE_API_KEY: apiKey,
};

let service: Bun.Subprocess | undefined;
let timer: Timer | undefined;
let isConsoleOld = false;
let restarted = Promise.resolve();

for (const source of ['src', 'contract', 'client', 'importer', 'cli', 'conformance', 'console', 'embed']) {
  watch(join(root, source), { recursive: true }, (_, file) => {
    if (!/\.(tsx?|css|html|sql)$/.test(file ?? '') || file?.includes('.test.')) return;
    isConsoleOld ||= !['src', 'cli', 'conformance'].includes(source);
    clearTimeout(timer);
    timer = setTimeout(() => (restarted = restarted.then(restart)), quietMs);
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

// Its development mode puts the style sheets into another order.
const componentServer = Bun.serve({ port: 0, hostname: '127.0.0.1', development: false, routes: { '/*': components } });
console.log(`petstore dev: the components of the console are at ${componentServer.url}`);
console.log(`petstore dev: the admin key is ${apiKey}`);
start();

function start(): void {
  const command = [process.execPath, ...process.execArgv, join(root, 'src/main.ts'), 'serve', ...process.argv.slice(2)];
  service = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' });
}

async function restart(): Promise<void> {
  if (isConsoleOld) {
    isConsoleOld = false;
    // Bundles it anew.
    componentServer.reload({ routes: { '/*': components } });
    const built = Bun.spawnSync([process.execPath, join(root, 'scripts/build/build-console.ts')], {
      stderr: 'inherit',
    });
    if (!built.success) return;
  }
  console.log('petstore dev: a source has changed');
  // Without draining, for a faster restart: nothing acknowledged can be lost.
  service?.kill('SIGKILL');
  await service?.exited;
  start();
}

async function end(): Promise<void> {
  clearTimeout(timer);
  await componentServer.stop(true);
  service?.kill('SIGTERM');
  await service?.exited;
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
