import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { utcName } from '../contract/time-zone.ts';
import { linkAddress, linkHours } from '../src/access/people/device-rules.ts';
import { type Config, describeSettings, overrideVariable, readConfig, unknownVariables } from '../src/config/config.ts';
import { fileVariable } from '../src/config/secret-files.ts';
import { secretVariables, settings } from '../src/config/settings.ts';
import { messageOf, StartError } from '../src/lib/errors.ts';
import { createStandardLog, type Log } from '../src/lib/log.ts';
import { programCommit, programVersion } from '../src/lib/system/program-files.ts';
import { escapeInvisible } from '../src/lib/visible-text.ts';
import { type AdminKey, firstKeyPath } from '../src/server/admin-key.ts';
import { openPhotoStore } from '../src/server/photo-storage.ts';
import type { StartZone } from '../src/server/shelter-zone.ts';
import { type RunningServer, startServer } from '../src/server/start.ts';
import { stopOnSignal } from '../src/server/stop-signals.ts';
import { databaseName, isPetstore } from '../src/store/open-store.ts';
import { exitCodes } from './exit.ts';
import { writeWhole } from './output.ts';
import { asStarted } from './program-name.ts';

/** These listen on all addresses of the machine; a client cannot connect to them. */
const wildcardHosts: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

const failedStopTimeoutMs = 5_000;

/** `petstore serve`. Each setting is a flag and an environment variable; the flag overrides the variable. */
export function serveCommand(): Command {
  const command = new Command('serve').description('start the server');
  for (const { flag, argument, variable, description } of Object.values(settings)) {
    const variables = secretVariables.includes(variable) ? `${variable}, ${fileVariable(variable)}` : variable;
    command.addOption(new Option(`${flag} ${argument}`, `${description} [${variables}]`));
  }
  return command.action((flags: Record<string, string>) => serve(flags));
}

async function serve(flags: Record<string, string>): Promise<void> {
  const env = withFlags(process.env, flags);
  const config = readConfig(env);
  const log = createStandardLog(config.logLevel);
  await requireHost(config.host);
  const unknown = unknownVariables(process.env);
  if (unknown.length > 0) log.warn('ignored environment variables that are not settings', { names: unknown.join(' ') });
  const isNewDatabase = !(await isPetstore(config.databaseUrl));
  if (isNewDatabase) await requirePlaceOfNew(config);
  // Whatever else takes the output keeps it, and shows it to others.
  const keyFile = process.stdout.isTTY ? undefined : firstKeyPath(config.databaseUrl);
  const server = await startServer(config, log, process.stdout.isTTY || keyFile !== undefined);
  stopOnSignal(() => server.stop(), log);
  void server.failed.then((error) => endAfter(error, server, log));
  // A terminal shows the same in the lines below.
  if (!process.stderr.isTTY) logStart();
  await greet(server, config, isNewDatabase, keyFile);

  function logStart() {
    log.info('started', {
      version: programVersion,
      commit: programCommit,
      runtime: `bun ${Bun.version}`,
      address: server.address,
      database: databaseName(config.databaseUrl),
      databaseState: isNewDatabase ? 'new' : 'existing',
      timeZone: server.timeZone.name,
      settings: describeSettings(env),
    });
  }
}

/** @throws StartError where a new database is not wanted */
async function requirePlaceOfNew(config: Config): Promise<void> {
  if (config.newDatabase === 'refuse') throw noDatabase(config);
  const media = openPhotoStore(config.media);
  const owner = await media?.readOwner().catch(() => undefined);
  // Another node may have made the database meanwhile.
  if (media === undefined || owner === undefined || (await isPetstore(config.databaseUrl))) return;
  throw new StartError(
    `there is no petstore database at ${databaseName(config.databaseUrl)}, but its photos are in ${media.location}. Put the ` +
      `database back, or restore a backup. For a new database set ${settings.mediaLocation.variable} to another place`,
  );
}

/** An empty place is more often a volume that is not mounted, or a wrong address, than a first start. */
function noDatabase({ databaseUrl }: Config): StartError {
  const { newDatabase, databaseUrl: url } = settings;
  return new StartError(
    `there is no petstore database at ${databaseName(databaseUrl)}, and ${newDatabase.variable} (${newDatabase.flag}) says not ` +
      `to create one. Check that its volume is mounted and ${url.variable} is right, or restore a backup. Before the first ` +
      'start run "petstore migrate", which creates it',
  );
}

/** Ends with a status that makes a service manager start the service again. */
async function endAfter(error: StartError, server: RunningServer, log: Log): Promise<never> {
  log.error(error.message);
  // Whatever keeps the service from working may also keep it from stopping in order.
  await Promise.race([server.stop(), Bun.sleep(failedStopTimeoutMs)]);
  process.exit(exitCodes.failed);
}

/** Resolves the host before listening: the runtime's own error for an unknown host names a random cause. */
async function requireHost(host: string): Promise<void> {
  try {
    await lookup(host);
  } catch (cause) {
    throw new StartError(
      `cannot listen on ${host}: the host cannot be resolved; set HOST (--host) to a name or an address alone, without port and brackets`,
      {
        cause,
      },
    );
  }
}

function withFlags(env: Readonly<Record<string, string | undefined>>, flags: Record<string, string>) {
  return Object.values(settings).reduce(
    (merged, { flag, variable }) => overrideVariable(merged, variable, flags[new Option(flag).attributeName()]),
    env,
  );
}

async function greet(
  { address, adminKey, timeZone }: RunningServer,
  config: Config,
  isNewDatabase: boolean,
  keyFile: string | undefined,
): Promise<void> {
  const { databaseUrl, host, urls, environment, workers } = config;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const processes = workers === 1 ? '' : ` with ${workers} workers`;
  const database = `${databaseName(databaseUrl)}${isNewDatabase ? ', a new database' : ''}`;
  say(`petstore listens on ${address}${processes} and keeps its data in ${database}`);
  say(describeTimeZone(timeZone));
  if (config.media === undefined)
    say(`Photos are disabled; set ${settings.mediaLocation.variable} to a folder or a bucket.`);
  for (const line of await adminKeyLines(adminKey, keyFile, address, urls[environment])) say(line);
  if (wildcardHosts.has(host) && urls[environment] === undefined) {
    const { variable } = environment === 'production' ? settings.productionUrl : settings.stagingUrl;
    say(`Links in responses use ${address}, to which clients cannot connect; set ${variable} to the public address.`);
  }
  say(`The console is at ${address}, the API reference at ${address}/docs.`);
  if (config.isPublicPageOn) say(`The public page is at ${address}/adopt.`);
  say('Stop with Ctrl-C.');
}

function describeTimeZone({ name, origin }: StartZone): string {
  const days = `Days are those of ${name}`;
  const advice = asStarted('"petstore time-zone set ZONE" changes that');
  if (origin === 'machine') return `${days}, the time zone of this machine; ${advice}.`;
  return name === utcName && origin !== 'setting' ? `${days}, which few shelters live by; ${advice}.` : `${days}.`;
}

async function adminKeyLines(
  adminKey: AdminKey,
  keyFile: string | undefined,
  address: string,
  publicUrl = address,
): Promise<string[]> {
  const variable = settings.presetApiKey.variable;
  switch (adminKey.kind) {
    case 'made':
      return [
        '',
        ...(await firstKeyLines(adminKey.secret, keyFile, address)),
        '',
        `Sign in to the console with this link, once and within ${linkHours} hours:`,
        '',
        `  ${linkAddress(publicUrl, adminKey.linkSecret)}`,
        '',
      ];
    case 'preset is registered':
      return [`Registered the key in ${variable} as key ${adminKey.key.id}, with the role admin.`];
    case 'preset is known': {
      const { id, name, grants } = adminKey.key;
      return grants === 'admin'
        ? []
        : [`The key in ${variable} is key ${id} "${escapeInvisible(name)}" and keeps its scopes: ${grants}.`];
    }
    case 'preset is ended':
      return [`The key in ${variable} was revoked or replaced earlier (key ${adminKey.key.id}) and is not valid.`];
    case 'present':
      return [];
  }
}

async function firstKeyLines(
  secret: string | undefined,
  file: string | undefined,
  address: string,
): Promise<readonly string[]> {
  const advice = asStarted('make an API key with "petstore keys create --name NAME --role admin"');
  if (secret === undefined) return [`There is no API key yet: ${advice}.`];
  const created = 'Created the first API key, with the role admin.';
  if (file === undefined) {
    const curl = `curl -H 'Authorization: Bearer ${secret}' ${address}/v1/pets`;
    return [`${created} Store it now: it cannot be shown again.`, '', `  ${secret}`, '', 'Try it:', '', `  ${curl}`];
  }
  try {
    if (existsSync(file)) throw new Error('there is another one already');
    await writeWhole(file, `${secret}\n`);
    return [`${created} It is in ${file}: store it elsewhere, and delete the file.`];
  } catch (error) {
    return [
      `The first API key is lost, because ${file} could not be written: ${messageOf(error)}. Revoke it, and ${advice}.`,
    ];
  }
}
