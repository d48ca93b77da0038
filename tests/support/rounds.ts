import { parseArgs } from 'node:util';
import { endAll } from './at-end.ts';

export const maxSeed = 2 ** 31 - 1;

interface Rounds {
  /** What the program does, for `--help`. */
  readonly usage: string;
  /** The flag that says after how many steps it ends. */
  readonly countFlag: 'requests' | 'operations';
  readonly stepsPerRound: number;
  /** Takes steps, and tells of them. Returns a report for people; empty if nothing was found. `first` is the seed that was asked for. */
  run(round: { index: number; first: number; count: number }): Promise<readonly string[]>;
}

/** The program of a test tool: takes rounds until one has found something or there were enough steps, and ends the process. */
export async function takeRounds({ usage, countFlag, stepsPerRound, run }: Rounds): Promise<never> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { seed: text, [countFlag]: text, help: { type: 'boolean' } } });
  const first = Number(values.seed ?? Math.floor(Math.random() * maxSeed));
  const steps = Number(values[countFlag] ?? Infinity);
  if (values.help === true || !Number.isSafeInteger(first) || !(steps > 0)) {
    process.stderr.write(usage);
    process.exit(values.help === true ? 0 : 2);
  }
  let report: readonly string[] = [];
  for (let [index, left] = [0, steps]; left > 0 && report.length === 0; index++, left -= stepsPerRound) {
    report = await run({ index, first, count: Math.min(stepsPerRound, left) });
  }
  await endAll();
  if (report.length > 0) process.stderr.write(`${report.join('\n')}\n`);
  process.exit(report.length === 0 ? 0 : 1);
}
