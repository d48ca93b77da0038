import { Command, InvalidArgumentError, Option } from 'commander';
import { autocannon, wrk } from './load/generators.ts';
import type { Generator } from './load/load.ts';
import { findGenerator } from './load/run-load.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenarioGroups, scenarios, usualScenarios } from './scenarios/table.ts';
import { targets } from './targets/table.ts';
import type { Target } from './targets/target.ts';

export interface Options {
  readonly scenarios: readonly Scenario[];
  readonly targets: readonly Target[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** How long the load of a steady scenario is. */
  readonly minutes: number;
  readonly generator: Generator;
  /** Where to draw the scenarios in which peers take part. */
  readonly chart?: string;
}

/** Reads the command line. Faults and `--help` end the process. */
export function readOptions(argv: readonly string[]): Options {
  const command = new Command('npm run bench --')
    .description('Measures how fast petstore is, beside the fastest that its runtime can be and beside its peers.')
    .addOption(
      choice('--scenario <names>', scenarios, usualScenarios, scenarioGroups).default(
        usualScenarios,
        'all but growth, steady, steady-workers',
      ),
    )
    .addOption(choice('--target <names>', targets, targets))
    .addOption(choice('--generator <name>', [wrk, autocannon], [findGenerator()]))
    .option('--rounds <number>', 'how often each target is measured', wholeNumber, 3)
    .option('--seconds <number>', 'how long each round is', wholeNumber, 3)
    .option('--connections <number>', 'how many requests wait at any one time', wholeNumber, 64)
    .option('--minutes <number>', 'how long the load is in steady and steady-workers', wholeNumber, 10)
    .option('--chart <file>', 'where to draw the scenarios in which peers take part, such as docs/benchmark.svg')
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  const { scenario, target, generator, ...others } = command.parse(argv).opts<Flags>();
  return { scenarios: scenario, targets: target, generator: generator[0], ...others };
}

/** The flags as they are named on the command line, where each names one thing or several. */
interface Flags extends Omit<Options, 'scenarios' | 'targets' | 'generator'> {
  readonly scenario: Options['scenarios'];
  readonly target: Options['targets'];
  readonly generator: readonly [Generator];
}

function names(things: readonly { readonly name: string }[]): string {
  return things.map(({ name }) => name).join(',');
}

function choice<T extends { readonly name: string }>(
  flags: string,
  things: readonly T[],
  preset: readonly T[],
  groups: readonly { readonly name: string; readonly members: readonly T[] }[] = [],
): Option {
  const known = names([...things, ...groups]);
  const find = (name: string): readonly T[] => {
    const group = groups.find((candidate) => candidate.name === name);
    const found = group?.members ?? things.filter((candidate) => candidate.name === name);
    if (found.length === 0) throw new InvalidArgumentError(`There are ${known}.`);
    return found;
  };
  return new Option(flags, known)
    .default(preset, preset === things ? 'all' : names(preset))
    .argParser((text) => [...new Set(text.split(',').flatMap(find))]);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('A whole number above 0 is needed.');
  return Number(text);
}
