import { Command } from 'commander';
import { backupCommand, restoreCommand } from './cli/backup.ts';
import { checkCommand } from './cli/check.ts';
import { compactCommand } from './cli/compact.ts';
import { copyCommand } from './cli/copy.ts';
import { doctorCommand } from './cli/doctor.ts';
import { exitOnError, exitOnMisuse } from './cli/exit.ts';
import { exportCommand } from './cli/export.ts';
import { healthCommand } from './cli/health.ts';
import { importCommand } from './cli/import.ts';
import { keysCommand } from './cli/keys.ts';
import { listenCommand } from './cli/listen.ts';
import { migrateCommand } from './cli/migrate.ts';
import { serveCommand } from './cli/serve.ts';
import { verifyCommand } from './cli/verify.ts';
import { webhooksCommand } from './cli/webhooks.ts';
import { requireKnownVariables } from './config/config.ts';
import { programCommit, programVersion } from './lib/program-files.ts';

const program = new Command('petstore')
  .description('A self-hosted HTTP/JSON catalogue of animals for adoption.')
  .version(programCommit === undefined ? programVersion : `${programVersion} (${programCommit})`)
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
  doctorCommand(),
  healthCommand(),
  verifyCommand(),
  webhooksCommand(),
  listenCommand(),
  migrateCommand(),
  copyCommand(),
];
for (const command of commands) program.addCommand(command);

// `serve` and `doctor` report these together with all other errors of its configuration.
program.hook('preAction', (_, command) =>
  command.name() === 'serve' || command.name() === 'doctor'
    ? undefined
    : exitOnError(async () => requireKnownVariables(process.env)),
);

await program.parseAsync();
