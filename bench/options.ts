import { Command, InvalidArgumentError } from 'commander';
import { autocannon } from './load/autocannon.ts';
import type { Generator } from './load/load.ts';
import { findGenerator } from './load/run-load.ts';
import { wrk } from './load/wrk.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenarios } from './scenarios/table.ts';
import { targets } from './targets/table.ts';
import type { Target } from './targets/target.ts';

export interface Options {
  readonly scenarios: readonly Scenario[];
  readonly targets: readonly Target[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly generator: Generator;
}

/** Reads the command line. Faults and `--help` end the process. */
export function readOptions(argv: readonly string[]): Options {
  const command = new Command('npm run bench --')
    .description('Measures how fast petstore is, beside the fastest that its runtime can be.')
    .option('--scenario <names>', `of ${names(scenarios)}`, chooseFrom(scenarios), scenarios)
    .option('--target <names>', `of ${names(targets)}`, chooseFrom(targets), targets)
    .option('--rounds <number>', 'how often each target is measured', wholeNumber, 5)
    .option('--seconds <number>', 'how long each round is', wholeNumber, 4)
    .option('--connections <number>', 'how many requests wait at any one time', wholeNumber, 64)
    .option('--generator <name>', 'wrk or autocannon', chooseGenerator, findGenerator())
    .allowExcessArguments(false);
  return command
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .parse(argv)
    .opts();
}

function names(things: readonly { readonly name: string }[]): string {
  return things.map(({ name }) => name).join(',');
}

function chooseFrom<T extends { readonly name: string }>(things: readonly T[]) {
  return (text: string): T[] =>
    text.split(',').map((name) => {
      const thing = things.find((candidate) => candidate.name === name);
      if (thing === undefined) throw new InvalidArgumentError(`There are ${names(things)}.`);
      return thing;
    });
}

function chooseGenerator(text: string): Generator {
  const [generator] = chooseFrom([wrk, autocannon])(text);
  if (generator === undefined) throw new InvalidArgumentError('One is needed.');
  return generator;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('A whole number above 0 is needed.');
  return Number(text);
}
