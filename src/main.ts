import { Command } from 'commander';
import { version } from '../package.json' with { type: 'json' };
import { backupCommand, restoreCommand } from './cli/backup.ts';
import { checkCommand } from './cli/check.ts';
import { compactCommand } from './cli/compact.ts';
import { copyCommand } from './cli/copy.ts';
import { exitOnError, exitOnMisuse } from './cli/exit.ts';
import { exportCommand } from './cli/export.ts';
import { importCommand } from './cli/import.ts';
import { keysCommand } from './cli/keys.ts';
import { migrateCommand } from './cli/migrate.ts';
import { serveCommand } from './cli/serve.ts';
import { webhooksCommand } from './cli/webhooks.ts';
import { requireKnownVariables } from './config/config.ts';

const program = new Command('petstore')
  .description('A self-hosted HTTP/JSON catalogue of animals for adoption.')
  .version(version)
  .showHelpAfterError('Run "petstore --help" or "petstore COMMAND --help" for usage.')
  .exitOverride(exitOnMisuse);

const commands = [
  serveCommand(),
  keysCommand(),
  importCommand(),
  exportCommand(),
  backupCommand(),
  restoreCommand(),
  checkCommand(),
  compactCommand(),
  webhooksCommand(),
  migrateCommand(),
  copyCommand(),
];
for (const command of commands) program.addCommand(command);

// `serve` reports these together with all other errors of its configuration.
program.hook('preAction', (_, command) =>
  command.name() === 'serve' ? undefined : exitOnError(async () => requireKnownVariables(process.env)),
);

await program.parseAsync();
