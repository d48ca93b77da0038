import { Command } from 'commander';
import { parseInt64 } from '../../contract/int64.ts';
import { pauseWebhooks } from '../../src/catalogue/history-rules.ts';
import { rotateWebhook } from '../../src/notify/webhooks/rules.ts';
import { makeWebhookSecret } from '../../src/notify/webhooks/sending/signature.ts';
import { findAllWebhooks, webhooksPaused } from '../../src/notify/webhooks/sql.ts';
import { findSetting } from '../../src/store/settings.ts';
import { formatColumns } from '../client/api/text-columns.ts';
import { unusable } from '../exit.ts';
import { type DatabaseFlags, databaseOption, parseDuration, readDatabaseUrl } from '../options.ts';
import { withExistingStore } from './database.ts';

/** `petstore webhooks …`: lists and changes webhooks of a database, also while the service runs. */
export function webhooksCommand(): Command {
  const command = new Command('webhooks')
    .description('list webhooks, rotate their secrets, pause and resume the sending, in the database')
    .addHelpText('after', '\nOver HTTP, with an API key: "petstore api webhooks".');
  command
    .command('list')
    .description('list all webhooks, with the keys that they belong to')
    .option(...databaseOption)
    .action(list);
  command
    .command('rotate <id>')
    .description('give a webhook a new secret and print it; it cannot be shown again')
    .option('--grace <duration>', 'how long requests are also signed with the old secret', '24h')
    .option(...databaseOption)
    .action(rotate);
  command
    .command('pause')
    .description('send nothing to any webhook; events wait until webhooks are resumed')
    .option(...databaseOption)
    .action(pause);
  command
    .command('resume')
    .description('send what has waited, and what happens from now on')
    .option('--skip', 'drop what has waited, and send only what happens from now on')
    .option(...databaseOption)
    .action(resume);
  command
    .command('status')
    .description('show whether webhooks are paused')
    .option(...databaseOption)
    .action(status);
  return command;
}

async function list(flags: DatabaseFlags): Promise<void> {
  const webhooks = await withExistingStore(readDatabaseUrl(flags), async (store, now) =>
    findAllWebhooks(store.reader, BigInt(now)),
  );
  const header = ['ID', 'STATE', 'KEY', 'ADDRESS'];
  const rows = webhooks.map(({ id, status, createdBy, url }) => [
    String(id),
    status,
    createdBy === undefined ? 'unknown' : String(createdBy),
    url,
  ]);
  process.stdout.write(formatColumns(rows, { header }));
}

async function rotate(text: string, { grace, ...flags }: DatabaseFlags & { grace: string }): Promise<void> {
  const graceMs = parseDuration(grace, '--grace');
  const id = parseInt64(text);
  if (id === undefined) throw unusable(`"${text}" is not the id of a webhook`);
  const secret = makeWebhookSecret();
  await withExistingStore(readDatabaseUrl(flags), (store, now) =>
    store.write(rotateWebhook, { id, secret, graceMs: BigInt(graceMs), now: BigInt(now) }),
  );
  process.stdout.write(`${secret}\n`);
  process.stderr.write(`Webhook ${id} has a new secret. Store it now: it cannot be shown again.\n`);
}

async function pause(flags: DatabaseFlags): Promise<void> {
  await withExistingStore(readDatabaseUrl(flags), (store) =>
    store.write(pauseWebhooks, { reason: 'petstore webhooks pause', skip: false }),
  );
  process.stdout.write('Webhooks are paused.\n');
}

async function resume({ skip = false, ...flags }: DatabaseFlags & { skip?: boolean }): Promise<void> {
  await withExistingStore(readDatabaseUrl(flags), (store) => store.write(pauseWebhooks, { reason: null, skip }));
  process.stdout.write(skip ? 'Webhooks are resumed. What had waited was dropped.\n' : 'Webhooks are resumed.\n');
}

async function status(flags: DatabaseFlags): Promise<void> {
  const reason = await withExistingStore(readDatabaseUrl(flags), (store) => findSetting(store.reader, webhooksPaused));
  process.stdout.write(reason === undefined ? 'Webhooks are active.\n' : `Webhooks are paused: ${reason}\n`);
}
