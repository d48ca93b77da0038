import { Command, Option } from 'commander';
import { invitePersonByOperator, linkAddress, linkHours } from '../../src/access/people/device-rules.ts';
import { type PersonRole, personRoles } from '../../src/access/people/model.ts';
import { overrideVariable, readConfig } from '../../src/config/config.ts';
import { settings } from '../../src/config/settings.ts';
import { linkPrefixes } from '../../src/lib/key-format.ts';
import { escapeInvisible } from '../../src/lib/visible-text.ts';
import { serviceAddress } from '../../src/record/settings/stored-rules.ts';
import { issueSecret } from '../../src/server/admin-key.ts';
import { findSetting } from '../../src/store/settings.ts';
import { unusable } from '../exit.ts';
import { localAddress } from '../local-address.ts';
import { type DatabaseFlags, databaseOption, noteDefaultDatabase } from '../options.ts';
import { withExistingStore } from './database.ts';

const inviteHelp = `
The link goes to standard output. It begins with ${settings.productionUrl.variable} (${settings.stagingUrl.variable} in staging), or else with the
address at which the service was started last. Somebody who has been invited before gets another link, without --role.

Examples:
  petstore people invite "Ana Moreno" --role editor
  petstore people invite "Ana Moreno"`;

interface InviteFlags extends DatabaseFlags {
  role?: PersonRole;
  email?: string;
}

/** `petstore people …`: opens the database itself, also while servers use it. */
export function peopleCommand(): Command {
  const command = new Command('people')
    .description('invite people to sign in, in the database')
    .addHelpText('after', '\nOver HTTP, with an API key: "petstore api people".');
  command
    .command('invite <name>')
    .description(`print a link by which a person signs in, once and within ${linkHours} hours, with its QR code`)
    .addOption(new Option('--role <role>', 'role of a new person').choices(personRoles))
    .option('--email <address>', 'e-mail address of a new person')
    .option(...databaseOption)
    .addHelpText('after', inviteHelp)
    .action(invite);
  return command;
}

async function invite(name: string, { role, email, databaseUrl: flag }: InviteFlags): Promise<void> {
  await requireValid(name, email);
  noteDefaultDatabase(flag);
  const { databaseUrl, environment, urls } = readConfig(
    overrideVariable(process.env, settings.databaseUrl.variable, flag),
  );
  const { secret, secretHash } = issueSecret(environment, linkPrefixes);
  const invitation = { name, role, ...(email !== undefined && { email }), secretHash };
  const [person, address] = await withExistingStore(databaseUrl, async (store, now) => [
    await store.write(invitePersonByOperator, { ...invitation, now: BigInt(now) }),
    await findSetting(store.reader, serviceAddress),
  ]);
  if (person === undefined) {
    throw unusable(
      role === undefined
        ? `nobody is called ${escapeInvisible(name)}; give a new person a --role`
        : `${escapeInvisible(name)} has another role; leave --role out for a link, or change it with "petstore api people update"`,
    );
  }
  const link = linkAddress(urls[environment] ?? localAddress(address), secret);
  process.stdout.write(`${link}\n`);
  const { renderUnicodeCompact } = await import('uqr');
  process.stderr.write(`${toScreen(renderUnicodeCompact(link, { border: 2 }))}\n`);
  process.stderr.write(
    `${escapeInvisible(person.name)} (${person.role}) can sign in with this link once, within ${linkHours} hours.\n`,
  );
}

/** Full blocks are the light parts: white on black, also where a terminal is light. */
function toScreen(code: string): string {
  return process.stderr.isTTY ? code.replaceAll(/^.*$/gm, '\x1b[97;40m$&\x1b[0m') : code;
}

async function requireValid(name: string, email: string | undefined): Promise<void> {
  // Slow to load, and not needed for the help.
  const { isValid } = await import('../../src/http/request/scalars.ts');
  const { NewPerson } = await import('../../src/access/people/schemas.ts');
  const { name: nameRule, email: emailRule } = NewPerson.properties;
  if (!isValid(nameRule, name)) throw unusable('the name must have 1 to 100 characters, one of them visible');
  if (email !== undefined && !isValid(emailRule, email)) throw unusable('--email must be an e-mail address');
}
