/**
 * `npm run dev`: runs the sources of the service on a database of its own, starts it again whenever a source changes, and
 * builds the console when that has changed. The database and its admin key last until the command ends. What is given to
 * it is passed on to `petstore serve`.
 */
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueSecret } from '../src/service/admin-key.ts';

/** Several files change at once when a branch is changed, or one is saved. */
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

for (const source of ['src', 'client', 'console']) {
  watch(join(root, source), { recursive: true }, (_, file) => {
    if (!/\.(tsx?|css|html|sql)$/.test(file ?? '') || file?.includes('.test.')) return;
    isConsoleOld ||= source !== 'src';
    clearTimeout(timer);
    timer = setTimeout(() => (restarted = restarted.then(restart)), quietMs);
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

console.log(`petstore dev: the admin key is ${apiKey}`);
start();

function start(): void {
  const command = [process.execPath, ...process.execArgv, join(root, 'src/main.ts'), 'serve', ...process.argv.slice(2)];
  service = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' });
}

async function restart(): Promise<void> {
  if (isConsoleOld) {
    isConsoleOld = false;
    const built = Bun.spawnSync([process.execPath, join(root, 'scripts/build-console.ts')], { stderr: 'inherit' });
    if (!built.success) return;
  }
  console.log('petstore dev: a source has changed');
  // Without draining: nothing that was acknowledged can be lost, and whoever waits for the page waits less.
  service?.kill('SIGKILL');
  await service?.exited;
  start();
}

async function end(): Promise<void> {
  clearTimeout(timer);
  service?.kill('SIGTERM');
  await service?.exited;
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
