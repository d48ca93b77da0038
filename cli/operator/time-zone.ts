import { Command, InvalidArgumentError } from 'commander';
import { findTimeZoneName } from '../../contract/time-zone.ts';
import { printDay } from '../../src/lib/timestamp.ts';
import { findShelterZone } from '../../src/record/settings/stored-rules.ts';
import { setTimeZone } from '../../src/record/statistics/zone-rules.ts';
import { type DatabaseFlags, databaseOption, readDatabaseUrl } from '../options.ts';
import { withExistingStore } from './database.ts';

const help = `
Where a day begins and ends for the shelter: when holds end, on which day an animal arrived or left, which month a report counts
it in. Times in responses stay in UTC.

set counts anew, by the days of the new zone, how many animals were added, adopted, returned and removed, as far back as events
are kept. Services that run follow within seconds. Writes wait meanwhile, some seconds for a million events.

Examples:
  petstore time-zone
  petstore time-zone set America/Los_Angeles`;

/** `petstore time-zone …`: shows and sets the time zone of a database, also while the service runs. */
export function timeZoneCommand(): Command {
  const command = new Command('time-zone')
    .description('show or set the time zone of the shelter, in the database')
    .option(...databaseOption)
    .addHelpText('after', help)
    .action((flags: DatabaseFlags) => show(readDatabaseUrl(flags)));
  command
    .command('set')
    .description('set the time zone, and count the days anew that events tell of')
    .argument('<zone>', 'the name of an IANA time zone, such as Europe/Berlin', readZone)
    .option(...databaseOption)
    .action((zone: string, _: DatabaseFlags, own: Command) =>
      set(readDatabaseUrl(own.optsWithGlobals<DatabaseFlags>()), zone),
    );
  return command;
}

function readZone(text: string): string {
  const name = findTimeZoneName(text);
  if (name === undefined)
    throw new InvalidArgumentError('It must be the name of an IANA time zone, such as Europe/Berlin.');
  return name;
}

async function show(databaseUrl: string): Promise<void> {
  const { zone, since, isChosen } = await withExistingStore(databaseUrl, (store) => findShelterZone(store.reader));
  const choice = isChosen ? '' : ', because nobody has set another time zone';
  process.stdout.write(`Days are those of ${zone.name}${choice}.\n${describeSums(since)}`);
}

async function set(databaseUrl: string, name: string): Promise<void> {
  const { from, to, since } = await withExistingStore(databaseUrl, (store, now) =>
    store.write(setTimeZone, { name, now: BigInt(now) }),
  );
  if (from === to) process.stdout.write(`Days are those of ${to} already. Nothing was counted anew.\n`);
  else process.stdout.write(`Days are those of ${to}, and were those of ${from}.\n${describeSums(since)}`);
}

function describeSums(since: bigint | undefined): string {
  if (since === undefined) return 'The statistics of all days are counted by it.\n';
  const day = printDay(since);
  return (
    `The statistics are counted by it from ${day} on. Those of earlier days keep the days that they were counted by, because ` +
    'their events have ended.\n'
  );
}
