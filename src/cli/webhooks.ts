import { Command } from 'commander';
import { pauseWebhooks } from '../domain/restore.ts';
import { webhooksPaused } from '../repositories/webhooks.ts';
import { findSetting } from '../store/settings.ts';
import { withExistingStore } from './database.ts';
import { exitOnError, exitOnMisuse } from './exit.ts';
import { type DatabaseFlags, databaseOption, readDatabaseUrl } from './options.ts';

interface ResumeFlags extends DatabaseFlags {
  skip?: boolean;
}

/** `petstore webhooks …`: pauses and resumes all webhooks of a database, also while the service runs. */
export function webhooksCommand(): Command {
  const command = new Command('webhooks').description('pause and resume the sending of webhooks');
  command
    .command('pause')
    .description('send nothing to any webhook; events wait until webhooks are resumed')
    .option(...databaseOption)
    .action((flags: DatabaseFlags) => exitOnError(() => pause(flags)));
  command
    .command('resume')
    .description('send what has waited, and what happens from now on')
    .option('--skip', 'drop what has waited, and send only what happens from now on')
    .option(...databaseOption)
    .action((flags: ResumeFlags) => exitOnError(() => resume(flags)));
  command
    .command('status')
    .description('show whether webhooks are paused')
    .option(...databaseOption)
    .action((flags: DatabaseFlags) => exitOnError(() => status(flags)));
  for (const subcommand of [command, ...command.commands]) subcommand.exitOverride(exitOnMisuse);
  return command;
}

async function pause(flags: DatabaseFlags): Promise<void> {
  await withExistingStore(readDatabaseUrl(flags), (store) =>
    store.write(pauseWebhooks, { reason: 'petstore webhooks pause', skip: false }),
  );
  process.stdout.write('Webhooks are paused.\n');
}

async function resume({ skip = false, ...flags }: ResumeFlags): Promise<void> {
  await withExistingStore(readDatabaseUrl(flags), (store) => store.write(pauseWebhooks, { reason: null, skip }));
  process.stdout.write(skip ? 'Webhooks are resumed. What had waited was dropped.\n' : 'Webhooks are resumed.\n');
}

async function status(flags: DatabaseFlags): Promise<void> {
  const reason = await withExistingStore(readDatabaseUrl(flags), (store) => findSetting(store.reader, webhooksPaused));
  process.stdout.write(reason === undefined ? 'Webhooks are active.\n' : `Webhooks are paused: ${reason}\n`);
}
