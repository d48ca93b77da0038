import { lookup } from 'node:dns/promises';
import { Command, Option } from 'commander';
import { type Config, readConfig, settings } from '../config.ts';
import { createLog, type Log } from '../log.ts';
import { type RunningServer, startServer } from '../server.ts';
import { StartError } from '../start-error.ts';
import { hidePassword } from '../store/postgres/address.ts';
import { exitOnFault } from './exit.ts';
import { exitOnMisuse } from './exit-on-misuse.ts';

/** npm and a terminal both pass an interrupt on, so one press of Ctrl-C arrives twice within a moment. */
const sameSignalMs = 250;

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
  keepOnWithoutReader();
  const config = readConfig(withFlags(process.env, flags));
  const log = createLog((line) => process.stderr.write(line), process.stderr.isTTY ? 'plain' : 'json', Date.now);
  await requireHost(config.host);
  const server = await startServer(config, log);
  stopOnSignal(server, log);
  greet(server, config);
}

/** A reader of the output that goes away, such as `head`, is no reason to stop serving. */
function keepOnWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
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

function greet({ address, adminKey }: RunningServer, { databaseUrl, host, urls, environment }: Config): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`petstore listens on ${address} and keeps its data in ${hidePassword(databaseUrl)}`);
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
  say(`The reference of the interface is at ${address}/docs. Stop with Ctrl-C.`);
}

/** The first signal drains and ends with exit code 0; a second one ends at once. */
function stopOnSignal(server: RunningServer, log: Log): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > sameSignalMs) process.exit(signal === 'SIGINT' ? 130 : 143);
      return;
    }
    firstAt = performance.now();
    log.info('stopping', { signal });
    server.stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error) => {
        log.error('could not stop cleanly', { cause: String(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
