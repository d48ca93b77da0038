import { Command, InvalidArgumentError, Option } from 'commander';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { petstore, type Target, targets } from './targets.ts';

export interface Options {
  readonly scenarios: readonly Scenario[];
  readonly targets: readonly Target[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Variants with more animals are left out. */
  readonly maxAnimals: number;
  /** How many the database of `worst` has. */
  readonly animals: number;
}

interface Choice {
  readonly name: string;
  readonly group?: string;
}

/** Reads the command line. Faults and `--help` end the process. */
export function readOptions(argv: readonly string[]): Options {
  const usual = scenarios.filter(({ isOnlyRunWhenNamed }) => !isOnlyRunWhenNamed);
  const command = new Command('npm run bench --')
    .description('Measures how fast petstore is, beside the fastest that its runtime can be and beside its peers.')
    .addOption(choice('--scenario <names>', scenarios).default(usual, 'all but growth and worst'))
    .addOption(choice('--target <names>', targets).default(targets, 'all; petstore always takes part'))
    .option('--rounds <number>', 'how often each target is measured', wholeNumber, 3)
    .option('--seconds <number>', 'how long each round is', wholeNumber, 3)
    .option('--connections <number>', 'how many requests wait at any one time', wholeNumber, 64)
    .option('--max-animals <number>', 'leave out larger databases of growth', wholeNumber, Number.POSITIVE_INFINITY)
    .option('--animals <number>', 'animals in the database of worst', wholeNumber, 30_000)
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  type Flags = Omit<Options, 'scenarios' | 'targets'> & { scenario: readonly Scenario[]; target: readonly Target[] };
  const { scenario, target, ...others } = command.parse(argv).opts<Flags>();
  return { scenarios: scenario, targets: [...new Set([petstore, ...target])], ...others };
}

/** The things with these names, or in these groups. */
function choice<T extends Choice>(flags: string, things: readonly T[]): Option {
  const known = [
    ...new Set([...things.map(({ name }) => name), ...things.map(({ name, group }) => group ?? name)]),
  ].join(', ');
  const find = (wanted: string): readonly T[] => {
    const found = things.filter(({ name }) => name === wanted);
    const members = found.length > 0 ? found : things.filter(({ group }) => group === wanted);
    if (members.length === 0) throw new InvalidArgumentError(`There are ${known}.`);
    return members;
  };
  return new Option(flags, known).argParser((text) => [...new Set(text.split(',').flatMap(find))]);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('A whole number above 0 is needed.');
  return Number(text);
}
