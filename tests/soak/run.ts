import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../cli/demo/seeded-random.ts';
import { endAll } from '../support/at-end.ts';
import { endHalted } from './faults.ts';
import { rules } from './history/rules.ts';
import { readOptions } from './options.ts';
import { summarize, summarizeOutages } from './summary.ts';
import type { Trial, TrialResult } from './trial.ts';

const shownViolations = 10;
const maxDetail = 2_000;

const { trials, minutes, seed } = readOptions(process.argv);
const folder = mkdtempSync(join(tmpdir(), 'petstore-soak-'));
// PostgreSQL runs as another user, and loads a library from there.
chmodSync(folder, 0o755);
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);

const startedAt = performance.now();
const results: [Trial, TrialResult | string][] = [];
print(`seed ${seed}, ${minutes} minutes, in ${folder}`);
for (const [index, trial] of trials.entries()) {
  const obstacle = trial.findObstacle?.();
  if (obstacle !== undefined) {
    print(`${trial.name}: not run: ${obstacle}`);
    results.push([trial, 'not run']);
    continue;
  }
  const now = performance.now();
  const rest = startedAt + minutes * 60_000 - now;
  results.push([trial, await runTrial(trial, now + rest / (trials.length - index))]);
}
endHalted();
await endAll();
print('', ...summarize(results), '', ...summarizeOutages(results));
const violated = results.filter(([, result]) => typeof result !== 'string' && result.violations.length > 0);
for (const [{ name }, result] of violated) if (typeof result !== 'string') reportViolations(name, result);
if (violated.length === 0) rmSync(folder, { recursive: true, force: true });
// A trial that ended without a result must not look as if it had passed.
process.exit(violated.length === 0 && results.some(([, result]) => typeof result !== 'string') ? 0 : 1);

async function runTrial(trial: Trial, endAt: number): Promise<TrialResult> {
  print(`${trial.name}: ${trial.description}`);
  const own = join(folder, trial.name);
  mkdirSync(own);
  const random = new Random(`${seed}/${trial.name}`);
  const progress = (line: string) => print(`${trial.name}: ${line}`);
  try {
    return await trial.run({ random, folder: own, endAt, signal: interruption.signal, progress });
  } catch (error) {
    // A failure while an interrupt ends the processes is caused by the interrupt.
    if (interruption.signal.aborted) await new Promise(() => undefined);
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    writeFileSync(join(own, 'error.txt'), detail);
    return { rounds: 0, faults: 0, acknowledged: 0, recoveriesMs: [], violations: [{ rule: 'trial', detail }] };
  }
}

function reportViolations(name: string, { violations }: TrialResult): void {
  print('', `${name}: ${violations.length} violations, for example:`);
  for (const { rule, detail } of violations.slice(0, shownViolations))
    print(`  ${rules[rule]}: ${detail.slice(0, maxDetail)}`);
  print(`Kept in ${join(folder, name)}: the histories, the final state, the output of the nodes, and an SQLite file.`);
  print(`To repeat it: npm run soak -- --trial ${name} --seed ${seed} --minutes ${minutes}`);
}

async function interrupt(): Promise<void> {
  interruption.abort(new Error('interrupted'));
  print('interrupted: ending all processes');
  endHalted();
  await endAll();
  rmSync(folder, { recursive: true, force: true });
  process.exit(130);
}

function print(...lines: string[]): void {
  console.log(lines.join('\n'));
}
