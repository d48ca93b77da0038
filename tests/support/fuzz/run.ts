import { parseArgs } from 'node:util';
import { endAll } from '../at-end.ts';
import { engines } from '../engines.ts';
import { compareEngines, operationsPerRound } from './differential.ts';
import { fuzz } from './fuzzer.ts';
import { maxSeed } from './search.ts';

interface Tool {
  readonly usage: string;
  /** The flag that says after how many steps it ends. */
  readonly count: string;
  /** Each round has a new database: its first ids are the ones that the requests name. */
  readonly perRound: number;
  run(seed: number, count: number): Promise<readonly string[]>;
}

const tools: Readonly<Record<string, Tool>> = {
  fuzz: {
    usage: `Sends generated requests to a service in this process, on SQLite and on PostgreSQL, and compares each response with
openapi.json. Ends at the first response that is not as documented, or after so many requests (default: never).`,
    count: 'requests',
    perRound: 1_000,
    async run(seed, count) {
      for (const engine of engines) {
        const { report } = await fuzz(engine, seed, count);
        if (report.length > 0) return [`On ${engine.name}:`, ...report];
      }
      return [];
    },
  },
  differential: {
    usage: `Takes the same random steps on a service with SQLite and on one with PostgreSQL, both in this process, and compares all
responses and stored rows. Ends at the first difference, or after so many operations (default: never).`,
    count: 'operations',
    perRound: operationsPerRound,
    run: compareEngines,
  },
};

const [name = '', ...args] = process.argv.slice(2);
const tool = tools[name];
if (tool === undefined) throw new Error(`there is no tool ${name}`);
const { usage, count: flag, perRound, run } = tool;
const text = { type: 'string' } as const;
const { values } = parseArgs({ args, options: { seed: text, [flag]: text, help: { type: 'boolean' } } });
const first = Number(values.seed ?? Math.floor(Math.random() * maxSeed));
const steps = Number(values[flag] ?? Infinity);
if (values.help === true || !Number.isSafeInteger(first) || !(steps > 0)) {
  process.stderr.write(`npm run ${name} -- [--seed <number>] [--${flag} <number>]\n\n${usage}\n`);
  process.exit(values.help === true ? 0 : 2);
}
let report: readonly string[] = [];
for (let [index, left] = [0, steps]; left > 0 && report.length === 0; index++, left -= perRound) {
  const [seed, count] = [(first + index) % maxSeed, Math.min(perRound, left)];
  report = await run(seed, count);
  process.stdout.write(`${count} ${flag} with the seed ${seed}\n`);
  if (report.length > 0) report = [...report, `To repeat it: npm run ${name} -- --seed ${seed} --${flag} ${count}`];
}
await endAll();
if (report.length > 0) process.stderr.write(`${report.join('\n')}\n`);
process.exit(report.length === 0 ? 0 : 1);
