/**
 * Breaks one line of the sources after the other, in a copy of the checkout, and prints which check notices.
 *
 *     mutate.ts [--seed N] [--count M] [--only K,K ...] [--list | --near] [--root FOLDER]
 *
 * First run the unit and contract tests near the changed file, on SQLite, and then, without `--near`, all checks, and for what
 * a browser shows its long tests.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applyMutation, findImporters, pickMutations, testsNear } from './choose.ts';
import { findMutations, isMutable, type Mutation } from './find-mutations.ts';
import { failureIn, runLimited } from './run-limited.ts';

const nearMs = 300_000;
const allMs = 1_800_000;
const mostNear = 25;
/** Where tests start no programs, browsers or PostgreSQL. */
const isNear = /^(?:src|contract|client|cli|console|embed|conformance|tests\/contract)\//;
/** What a browser shows. */
const isShown = /^(?:console|embed|src\/adopt)\//;
/** What git ignores, and would have to be made again. */
const made = ['client/schema.gen.ts', 'client/types.gen.ts', 'client/resources.gen.ts'];

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const { values } = parseArgs({ options: { seed: text, count: text, only: text, root: text, list: flag, near: flag } });
const root = resolve(values.root ?? join(import.meta.dir, '../..'));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
const folder = mkdtempSync(join(tmpdir(), 'petstore-mutate-'));
const copy = join(folder, 'checkout');
/** Test files that are known to pass without a mutation; empty for the static checks. */
const sound = new Set<string>();
try {
  makeCopy();
  const paths = filesOf(copy).filter((path) => /\.tsx?$/.test(path));
  const importers = findImporters(copy, paths);
  const found = paths.filter(isMutable).flatMap((path) => findMutations(path, read(path)));
  const counts = { killed: 0, survived: 0 };
  for (const [index, mutation] of pickMutations(found, values.seed ?? '1', Number(values.count ?? 10)).entries()) {
    const { path, line, kind, before, after } = mutation;
    if (values.only?.split(',').includes(`${index + 1}`) === false) continue;
    console.log(`${index + 1}  ${path}:${line}  ${kind}\n   - ${before.trim()}\n   + ${after.trim()}`);
    if (values.list) continue;
    const began = performance.now();
    const near = testsNear(path, importers).filter((test) => isNear.test(test));
    const killer = await findKiller(mutation, near.slice(0, mostNear));
    if (stopping.signal.aborted) break;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`   ${killer === undefined ? 'SURVIVED' : `killed by ${killer}`} (${seconds} s)`);
    counts[killer === undefined ? 'survived' : 'killed'] += 1;
  }
  if (!values.list) console.log(`${counts.killed} killed, ${counts.survived} survived`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(stopping.signal.aborted ? 130 : 0);

/** The tracked files with their uncommitted changes, as a repository, so that they can be restored. */
function makeCopy(): void {
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  run(root, 'git clone --quiet --no-checkout', root, copy);
  for (const path of [...filesOf(root), ...made])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path), { preserveTimestamps: true });
  mkdirSync(join(copy, 'build'));
  // Hard links: nothing there is changed in place.
  run(root, 'cp -RPl node_modules', copy);
  run(copy, 'git add --all');
  run(copy, 'git -c user.name=mutate -c user.email=mutate@localhost commit --quiet --allow-empty --message=Copy');
}

/** The test or check that fails with a mutation, if any does, and not without it. Restores the copy. */
async function findKiller(mutation: Mutation, near: readonly string[]): Promise<string | undefined> {
  writeFileSync(join(copy, mutation.path), applyMutation(read(mutation.path), mutation));
  // So that no check fails for the format alone.
  run(copy, 'node_modules/.bin/biome format --write', mutation.path);
  let engines: Record<string, string> = { TEST_ENGINES: 'SQLite' };
  let result = near.length > 0 ? await runTests(near, engines) : undefined;
  if (!result?.hasFailed && !values.near) {
    engines = {};
    result = await runChecks('bail');
    if (!result.hasFailed && isShown.test(mutation.path))
      result = await runChecks('bail', '--long', 'tests/long/browser/');
  }
  run(copy, 'git checkout --quiet --force .');
  run(copy, 'git clean --quiet -d --force');
  if (!result?.hasFailed) return undefined;
  if (result.isStopped) return 'the time limit';
  const { file, name } = failureIn(result.output);
  const again = sound.has(file) ? undefined : await (file ? runTests([file], engines) : runChecks('static'));
  if (again?.hasFailed && !stopping.signal.aborted) throw new Error(`${name} ${file} fails without a mutation, too`);
  sound.add(file);
  return `${name} ${file}`;
}

function runTests(files: readonly string[], env: Record<string, string>) {
  const paths = files.map((file) => `./${file}`);
  return start(nearMs, env, 'test', '--no-orphans', '--bail', '--timeout', `${nearMs}`, ...paths);
}

function runChecks(flag: 'static' | 'bail', ...more: string[]) {
  const flags = read('scripts/check.ts').includes(flag) ? [`--${flag}`] : [];
  return start(allMs, {}, 'scripts/check.ts', ...flags, ...more);
}

function start(limitMs: number, env: Record<string, string>, ...command: string[]) {
  const stop = AbortSignal.any([stopping.signal, AbortSignal.timeout(limitMs)]);
  return runLimited([process.execPath, ...command], copy, join(folder, 'tmp'), env, stop);
}

function filesOf(checkout: string): string[] {
  return run(checkout, 'git ls-files -z').split('\0').filter(Boolean);
}

function read(path: string): string {
  return readFileSync(join(copy, path), 'utf8');
}

function run(cwd: string, words: string, ...paths: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...words.split(' '), ...paths], { cwd });
  if (exitCode !== 0) throw new Error(`${words}: ${stderr}`);
  return stdout.toString();
}
