import { Command, Option } from 'commander';
import { parseJson } from '../../client/transport/json.ts';
import { parseInt64 } from '../../contract/int64.ts';
import { isPublic, isRole, isScope, type Role, roles, scopes, scopesOf } from '../../contract/scopes.ts';
import { findOriginErrors, updateKeyByOperator } from '../../src/access/keys/administration-rules.ts';
import type { Key } from '../../src/access/keys/model.ts';
import {
  createKeyByOperator,
  revokeKeyByOperator,
  rotateKeyByOperator,
  statusOf,
} from '../../src/access/keys/rules.ts';
import { findDeprecatedUses, findKey, findKeys } from '../../src/access/keys/sql.ts';
import { findPresent } from '../../src/access/people/sql.ts';
import { readConfig, withFlag } from '../../src/config/config.ts';
import { settings } from '../../src/config/settings.ts';
import { environmentOf, keyPrefixesOf } from '../../src/lib/key-format.ts';
import { escapeInvisible } from '../../src/lib/visible-text.ts';
import { findWebhooksOf } from '../../src/notify/webhooks/sql.ts';
import { issueSecret } from '../../src/server/admin-key.ts';
import type { Queryable } from '../../src/store/statement.ts';
import { formatColumns } from '../client/api/text-columns.ts';
import { unusable } from '../exit.ts';
import { type DatabaseFlags, databaseOption, noteDefaultDatabase, parseDuration } from '../options.ts';
import { confirmOrRefuse, printJson } from '../output.ts';
import { withExistingStore, withStore } from './database.ts';
import { formatTime, keysTable } from './keys-list.ts';

/** `petstore keys …`: opens the database itself, also while servers use it. */
export function keysCommand(): Command {
  const command = new Command('keys')
    .description('create, list, change, rotate and revoke API keys, in the database')
    .addHelpText('after', '\nOver HTTP, with an API key: "petstore api keys".');
  const role = new Option('--role <role>', 'role of the key');
  // Not checked by the parser: `readGrants` says it better.
  role.argChoices = Object.keys(roles);
  command
    .command('create')
    .description('create a key and print it; it cannot be shown again')
    .requiredOption('--name <name>', 'name of the key, such as the program that uses it')
    .addOption(role)
    .option('--scopes <scopes>', `scopes in place of a role, separated by commas: ${scopes.join(', ')}`)
    .option('--origin <origin>', 'web origin whose pages may use a public key, or *; may be repeated', collect)
    .option('--expires <duration>', 'lifetime, such as 90d or 12h (default: unlimited)')
    .option(environmentFlag, settings.environment.description)
    .option(...databaseOption)
    .addHelpText('after', `\nRoles:\n${describeRoles()}`)
    .action(create);
  command
    .command('list')
    .description('list all keys, and the deprecated operations that they still call')
    .option('--json', 'print a JSON array of all keys, as "petstore api keys list" does')
    .option(...databaseOption)
    .action(list);
  command
    .command('update <id>')
    .description('change a key; its secret stays')
    .option('--name <name>', 'name of the key')
    .addOption(role)
    .option('--scopes <scopes>', 'scopes in place of a role, separated by commas')
    .option('--origin <origin>', 'web origin whose pages may use a public key, or *; may be repeated', collect)
    .option('--expires <duration>', 'lifetime from now on, such as 90d, or never')
    .option(...databaseOption)
    .action(update);
  command
    .command('rotate <id>')
    .description('give a key a new secret and print it; it cannot be shown again')
    .option('--grace <duration>', 'how long the old secret stays valid', '24h')
    .option(environmentFlag, 'environment, if the prefix of the key does not tell (default production)')
    .option(...databaseOption)
    .action(rotate);
  command
    .command('revoke <id>')
    .description('revoke a key at once, and pause the webhooks that it has created')
    .option('--keep-webhooks', 'keep its webhooks active')
    .option('--yes', 'do not ask before nobody can manage keys any more')
    .option(...databaseOption)
    .action(revoke);
  return command;
}

const environmentFlag = `${settings.environment.flag} ${settings.environment.argument}`;

const roleMeanings: Record<Role, string> = {
  reader: 'reads animals, orders and events',
  editor: 'also changes animals and orders',
  staff: 'also reads and answers inquiries, which have personal data',
  monitor: 'reads metrics only',
  public: 'reads listings that the public may see; for pages of the origins of --origin',
  admin: 'does everything, including managing keys and webhooks',
};

const nameRule = '--name must have 1 to 100 characters, at least one of them visible, and no control characters';

function describeRoles(): string {
  return formatColumns(Object.entries(roleMeanings).map(([role, meaning]) => [`  ${role}`, meaning]));
}

interface IssueFlags extends DatabaseFlags {
  env?: string;
}

async function create(
  flags: IssueFlags & { name: string; role?: string; scopes?: string; expires?: string; origin?: string[] },
): Promise<void> {
  const grants = readGrants(flags.role, flags.scopes);
  const origins = readOrigins(grants, flags.origin);
  const { name } = flags;
  await requireName(name);
  const lifetimeMs = flags.expires === undefined ? undefined : parseDuration(flags.expires, '--expires');
  const { environment, databaseUrl, newDatabase } = readFlags(flags);
  const { secret, secretHash, hint } = issueSecret(environment, keyPrefixesOf(isPublic(grants)));
  const withDatabase = newDatabase === 'refuse' ? withExistingStore : withStore;
  const key = await withDatabase(databaseUrl, (store, now) => {
    const expiresAt = lifetimeMs === undefined ? null : BigInt(now + lifetimeMs);
    const issued = { name, grants, hint, secretHash, createdAt: BigInt(now), expiresAt, origins };
    return store.write(createKeyByOperator, issued);
  });
  process.stdout.write(`${secret}\n`);
  say(`${describe(key)} (${grants.replaceAll(' ', ', ')}) created for ${environment}. ${onlyOnce}`);
}

async function list(flags: DatabaseFlags & { json?: boolean }): Promise<void> {
  await withExistingStore(readFlags(flags).databaseUrl, async ({ reader }, now) => {
    const keys = await findKeys(reader);
    if (flags.json) printJson(await showKeys(reader, keys, now));
    else process.stdout.write(keysTable(keys, await findDeprecatedUses(reader, keys), now));
  });
}

async function update(
  id: string,
  flags: DatabaseFlags & { name?: string; role?: string; scopes?: string; expires?: string; origin?: string[] },
): Promise<void> {
  const { name, role, scopes: words, expires, origin } = flags;
  if ([name, role, words, expires, origin].every((flag) => flag === undefined)) throw unusable('nothing to change');
  if (name !== undefined) await requireName(name);
  const grants = role === undefined && words === undefined ? undefined : readGrants(role, words);
  const lifetimeMs = expires === undefined || expires === 'never' ? undefined : parseDuration(expires, '--expires');
  const changes = {
    ...(name !== undefined && { name }),
    ...(grants !== undefined && (isRole(grants) ? { role: grants } : { scopes: grants.split(' ').filter(isScope) })),
    ...(origin !== undefined && { origins: [...new Set(origin)] }),
  };
  const keyId = readId(id);
  const key = await withExistingStore(readFlags(flags).databaseUrl, (store, now) => {
    const expiresAt = lifetimeMs === undefined ? null : BigInt(now + lifetimeMs);
    const allChanges = { ...changes, ...(expires !== undefined && { expiresAt }) };
    return store.write(updateKeyByOperator, { id: keyId, changes: allChanges, now: BigInt(now) });
  });
  say(`${describe(key)} (${key.grants.replaceAll(' ', ', ')}) was changed.`);
}

async function rotate(id: string, flags: IssueFlags & { grace: string }): Promise<void> {
  const graceMs = parseDuration(flags.grace, '--grace');
  const keyId = readId(id);
  const { databaseUrl, environment: fallback } = readFlags(flags);
  const { key, secret, until } = await withExistingStore(databaseUrl, async (store, now) => {
    const before = await findKey(store.reader, keyId);
    const environment = environmentOf(before?.hint ?? '') ?? fallback;
    const issued = issueSecret(environment, keyPrefixesOf(isPublic(before?.grants ?? '')));
    const { secretHash, hint } = issued;
    const previousUntil = BigInt(now + graceMs);
    const rotation = { id: keyId, secretHash, hint, previousUntil, now: BigInt(now) };
    return { key: await store.write(rotateKeyByOperator, rotation), secret: issued.secret, until: previousUntil };
  });
  process.stdout.write(`${secret}\n`);
  say(`${describe(key)} has a new secret. ${onlyOnce} The old secret is valid until ${formatTime(until)}.`);
}

interface RevokeFlags extends DatabaseFlags {
  keepWebhooks?: boolean;
  yes?: boolean;
}

async function revoke(id: string, { keepWebhooks = false, yes = false, ...flags }: RevokeFlags): Promise<void> {
  const keyId = readId(id);
  const { key, webhooks } = await withExistingStore(readFlags(flags).databaseUrl, async (store, at) => {
    const revocation = { id: keyId, now: BigInt(at), keepsWebhooks: keepWebhooks };
    if (!yes && (await isLastAdministrator(store.reader, keyId, at))) confirmOrRefuse(lastAdministrator, 'revoked');
    const before = await findWebhooksOf(store.reader, keyId, revocation.now);
    return { key: await store.write(revokeKeyByOperator, revocation), webhooks: before };
  });
  say(`${describe(key)} is revoked.`);
  for (const { id: webhookId, url } of webhooks) {
    say(`Its webhook ${webhookId} to ${escapeInvisible(url)} is ${keepWebhooks ? 'kept active' : 'paused'}.`);
  }
}

const lastAdministrator = 'This is the last key that may manage keys, and no administrator is signed in. Revoke it?';

async function isLastAdministrator(db: Queryable, keyId: bigint, now: number): Promise<boolean> {
  const isAdministrator = (key: Key) => statusOf(key, now) === 'active' && scopesOf(key.grants).has('keys:admin');
  const administrators = (await findKeys(db)).filter(isAdministrator);
  if (administrators.length !== 1 || administrators[0]?.id !== keyId) return false;
  return (await findPresent(db, 'admin', BigInt(now))).length === 0;
}

function readFlags({ databaseUrl, env }: IssueFlags) {
  noteDefaultDatabase(databaseUrl);
  return readConfig({
    ...withFlag(process.env, settings.databaseUrl.variable, databaseUrl),
    ...withFlag(process.env, settings.environment.variable, env),
    ...withFlag(process.env, settings.newDatabase.variable, undefined),
  });
}

/** Keys as the interface shows them. */
async function showKeys(db: Queryable, keys: readonly Key[], now: number): Promise<unknown> {
  // Only needed here, and slow to load.
  const operations = await import('../../src/access/keys/operations.ts');
  const { serializer } = await import('../../src/api/serialize.ts');
  const { Keys: schema } = await import('../../src/access/keys/schemas.ts');
  const shown = await operations.showKeys(db, keys, BigInt(now));
  const keysOf = parseJson(serializer<typeof shown>(schema)(shown)) as object[];
  return keysOf.map((key) => ({ ...key, deprecatedUses: 'deprecatedUses' in key ? key.deprecatedUses : [] }));
}

async function requireName(name: string): Promise<void> {
  // The other subcommands need no schemas, and loading these takes a third as long as they run.
  const { isValid } = await import('../../src/http/request/scalars.ts');
  const { KeyName } = await import('../../src/access/keys/schemas.ts');
  if (!isValid(KeyName, name)) throw unusable(nameRule);
}

function readGrants(role: string | undefined, list: string | undefined): string {
  if ((role === undefined) === (list === undefined)) throw unusable('give either --role or --scopes');
  if (role !== undefined) {
    if (isRole(role)) return role;
    throw unusable(`--role must be one of ${Object.keys(roles).join(', ')}`);
  }
  const words = (list ?? '').split(',').map((word) => word.trim());
  if (words.every(isScope)) return [...new Set(words)].join(' ');
  throw unusable(`--scopes must be some of ${scopes.join(', ')}, separated by commas`);
}

function collect(origin: string, origins: readonly string[] = []): string[] {
  return [...origins, origin];
}

function readOrigins(grants: string, origins: readonly string[] | undefined): readonly string[] | undefined {
  const unique = origins && [...new Set(origins)];
  const [error] = findOriginErrors(grants, unique);
  if (error !== undefined) throw unusable(`--origin ${error.detail}`);
  return unique;
}

function readId(text: string): bigint {
  const id = parseInt64(text);
  if (id === undefined) throw unusable(`"${text}" is not a key id; run "petstore keys list" for the ids`);
  return id;
}

const onlyOnce = 'Store it now: it cannot be shown again.';

function describe({ id, name }: Key): string {
  return `Key ${id} "${escapeInvisible(name)}"`;
}

/** Standard output is for the secret alone. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
