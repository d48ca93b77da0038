import { lookup } from 'node:dns/promises';
import { Command, Option } from 'commander';
import { type Config, readConfig, settings } from '../config.ts';
import { type RunningServer, startServer } from '../server.ts';
import { createStandardLog } from '../standard-log.ts';
import { StartError } from '../start-error.ts';
import { stopOnSignal } from '../stop-signals.ts';
import { hidePassword } from '../store/postgres/address.ts';
import { exitOnFault } from './exit.ts';
import { exitOnMisuse } from './exit-on-misuse.ts';

/** They stand for every address of the machine, and are none by which a client could come. */
const wildcardHosts: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** `petstore serve`: each setting is a flag and an environment variable; the flag wins. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .description('run the service until it is told to stop')
    .exitOverride(exitOnMisuse);
  for (const { flag, argument, variable, description } of Object.values(settings)) {
    command.addOption(new Option(`${flag} ${argument}`, `${description} [${variable}]`));
  }
  return command.action((flags: Record<string, string>) => exitOnFault(() => serve(flags)));
}

async function serve(flags: Record<string, string>): Promise<void> {
  const log = createStandardLog();
  const config = readConfig(withFlags(process.env, flags));
  await requireHost(config.host);
  const server = await startServer(config, log);
  stopOnSignal(() => server.stop(), log);
  greet(server, config);
}

/** Looked up first: when the runtime cannot resolve a host, the error that it gives names a cause at random. */
async function requireHost(host: string): Promise<void> {
  try {
    await lookup(host);
  } catch (cause) {
    throw new StartError(`cannot listen on ${host}: the host cannot be resolved; choose another with --host`, {
      cause,
    });
  }
}

function withFlags(env: NodeJS.ProcessEnv, flags: Record<string, string>): Record<string, string | undefined> {
  const merged = { ...env };
  for (const { flag, variable } of Object.values(settings)) {
    const text = flags[new Option(flag).attributeName()];
    if (text !== undefined) merged[variable] = text;
  }
  return merged;
}

function greet({ address, adminKey }: RunningServer, config: Config): void {
  const { databaseUrl, host, urls, environment, workers } = config;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(
    `petstore listens on ${address}${workers === 1 ? '' : ` with ${workers} workers`} and keeps its data in ${hidePassword(databaseUrl)}`,
  );
  if (adminKey.kind === 'made') {
    say('');
    say('The first API key, with every right. It is shown this once; keep it:');
    say('');
    say(`  ${adminKey.secret}`);
    say('');
    say('Try it:');
    say('');
    say(`  curl -H 'Authorization: Bearer ${adminKey.secret}' ${address}/v1/pets`);
    say('');
  }
  if (adminKey.kind === 'preset is ended') {
    say(`The key in PETSTORE_API_KEY was revoked or replaced earlier (key ${adminKey.id}) and opens nothing.`);
  }
  if (wildcardHosts.has(host) && urls[environment] === undefined) {
    const { variable } = environment === 'production' ? settings.productionUrl : settings.stagingUrl;
    say(`Links in answers say ${address}; set ${variable} to the address by which clients come.`);
  }
  say(`Look after the animals in a browser at ${address}, and read the interface at ${address}/docs.`);
  say('Stop with Ctrl-C.');
}
