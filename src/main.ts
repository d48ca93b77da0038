import { Command } from 'commander';
import { commandsFor } from './cli/commands.ts';
import { exitOnError, exitOnMisuse } from './cli/exit.ts';
import { requireKnownVariables } from './config/config.ts';
import { programCommit, programVersion } from './lib/program-files.ts';

const program = new Command('petstore')
  .description('A self-hosted HTTP/JSON catalogue of animals for adoption.')
  .version(programCommit === undefined ? programVersion : `${programVersion} (${programCommit})`)
  .showHelpAfterError('Run "petstore --help" or "petstore COMMAND --help" for usage.')
  .exitOverride(exitOnMisuse);

for (const command of await commandsFor(process.argv.slice(2))) program.addCommand(command);

// `serve` and `doctor` report these together with all other errors of its configuration.
program.hook('preAction', (_, command) =>
  command.name() === 'serve' || command.name() === 'doctor'
    ? undefined
    : exitOnError(async () => requireKnownVariables(process.env)),
);

await program.parseAsync();
