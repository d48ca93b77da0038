import { Command, InvalidArgumentError, Option } from 'commander';
import { engineNames, groups, type Trial } from './trial.ts';
import { trials } from './trials.ts';

export interface Options {
  readonly trials: readonly Trial[];
  readonly minutes: number;
  readonly seed: string;
}

interface Flags {
  readonly minutes: number;
  readonly seed: string;
  readonly engine: (typeof engineNames)[number] | 'both';
  readonly only?: (typeof groups)[number];
  readonly trial?: readonly Trial[];
}

/** Reads the command line. Faults and `--help` end the process. */
export function readOptions(argv: readonly string[]): Options {
  const names = trials.map(({ name }) => name).join(',');
  const command = new Command('npm run soak --')
    .description('Lets things go wrong under load, and checks that the service keeps its promises.')
    .option('--minutes <number>', 'how long all trials take together', minutes, 10)
    .option('--seed <text>', 'fixes the schedule of faults and the choices of the clients', newSeed())
    .addOption(new Option('--engine <name>').choices([...engineNames, 'both']).default('both'))
    .addOption(new Option('--only <group>', 'runs one group of trials').choices(groups))
    .addOption(new Option('--trial <names>', names).argParser(findTrials))
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  const {
    engine,
    only,
    trial = trials.filter(({ ownTime }) => ownTime !== true),
    ...others
  } = command.parse(argv).opts<Flags>();
  const chosen = trial.filter(
    (one) => (engine === 'both' || one.engine === engine) && (only === undefined || one.group === only),
  );
  if (chosen.length === 0) command.error('error: no trial matches these options', { exitCode: 2 });
  return { trials: chosen, ...others };
}

function findTrials(text: string): Trial[] {
  return text.split(',').map((name) => {
    const found = trials.find((trial) => trial.name === name);
    if (found === undefined) throw new InvalidArgumentError(`Unknown trial "${name}".`);
    return found;
  });
}

function minutes(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 10_000)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

function newSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}
