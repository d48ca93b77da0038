import { Command } from 'commander';
import { ownCommands } from './cli/commands.ts';
import { exitOnError, exitOnMisuse } from './cli/exit.ts';
import { requireKnownVariables } from './config/config.ts';
import { programCommit, programVersion } from './lib/program-files.ts';

const program = new Command('petstore')
  .description('A self-hosted HTTP/JSON catalogue of animals for adoption.')
  .version(programCommit === undefined ? programVersion : `${programVersion} (${programCommit})`)
  .showHelpAfterError('Run "petstore --help" or "petstore COMMAND --help" for usage.')
  .exitOverride(exitOnMisuse);

const commands = ownCommands();
for (const command of commands) program.addCommand(command);

// The commands of the operations are made only when they may be meant, so that a start of the service does not pay for them.
if (!commands.some((command) => command.name() === process.argv[2])) {
  const { operationGroups } = await import('./cli/api/operation-groups.ts');
  for (const command of operationGroups()) program.addCommand(command);
}

// `serve` and `doctor` report these together with all other errors of its configuration.
program.hook('preAction', (_, command) =>
  command.name() === 'serve' || command.name() === 'doctor'
    ? undefined
    : exitOnError(async () => requireKnownVariables(process.env)),
);

await program.parseAsync();
