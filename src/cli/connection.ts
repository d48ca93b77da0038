import { type Command, Option } from 'commander';
import { type Client, type ClientOptions, createClient, NoAnswerError, PetstoreError } from '../../client/index.ts';
import { clientVariables, settings } from '../config/settings.ts';
import { CommandError, exitCodes } from './exit.ts';
import { parseDuration } from './options.ts';

/** Where the service is and the key to it. */
export interface ConnectionOptions {
  server?: string;
  token?: string;
  /** Former names of `server` and `token`. */
  url?: string;
  key?: string;
  retryFor: string;
}

const defaultServer = 'http://127.0.0.1:8080';

/** Adds the options of every command that speaks to a running service. */
export function addConnectionOptions(command: Command): Command {
  const { server, token } = clientVariables;
  return command
    .option('--server <url>', `address of the service (default ${defaultServer}) [${server}]`)
    .option('--token <key>', `API key; safer in the environment, where no other user sees it [${token}]`)
    .addOption(new Option('--url <url>').hideHelp())
    .addOption(new Option('--key <key>').hideHelp())
    .option('--retry-for <duration>', 'how long a service that does not answer is tried again', '30s');
}

/** @throws CommandError when the address or the key cannot be used */
export function connect(options: ConnectionOptions): Client {
  const apiKey = readToken(options);
  if (apiKey === undefined || apiKey === '') {
    throw new CommandError(`There is no API key. Set ${clientVariables.token}, or give --token.`, exitCodes.unusable);
  }
  const baseUrl = readServer(options);
  const retryForMs = parseDuration(options.retryFor, '--retry-for');
  try {
    return createClient({ baseUrl, apiKey, retryForMs, fetch: tellingFetch(options.retryFor) });
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message, exitCodes.unusable);
    throw error;
  }
}

function readToken({ token, key }: ConnectionOptions): string | undefined {
  return (
    token ??
    formerFlag('--key', key, '--token') ??
    (process.env[clientVariables.token] || settingOfServe(settings.presetApiKey.variable, clientVariables.token))
  );
}

function readServer({ server, url }: ConnectionOptions): string {
  return (
    server ??
    formerFlag('--url', url, '--server') ??
    (process.env[clientVariables.server] ||
      settingOfServe(settings.productionUrl.variable, clientVariables.server) ||
      defaultServer)
  );
}

function formerFlag(flag: string, value: string | undefined, now: string): string | undefined {
  if (value !== undefined) process.stderr.write(`petstore: ${flag} is the former name of ${now}\n`);
  return value;
}

/** Commands once read variables that mean something else to the service: the key to register, and its public address. */
function settingOfServe(variable: string, now: string): string | undefined {
  const value = process.env[variable];
  if (value) process.stderr.write(`petstore: using ${variable}, a setting of "petstore serve"; set ${now} instead\n`);
  return value;
}

/** Says once that the service does not answer: to try again for long looks as if nothing went on. */
function tellingFetch(retryFor: string): NonNullable<ClientOptions['fetch']> {
  let isTold = false;
  return async (url, init) => {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (!isTold && !init.signal?.aborted) {
        process.stderr.write(`petstore: the service does not answer; trying again for ${retryFor}\n`);
        isTold = true;
      }
      throw error;
    }
  };
}

/** A failed call in a sentence for the person at the terminal. */
export function explainFailure(error: Error): string {
  if (error instanceof NoAnswerError) {
    const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
    return `The service does not answer: ${reason}`;
  }
  if (!(error instanceof PetstoreError)) return error.message;
  const isKeyRefused = error.status === 401 || error.status === 403;
  return `${isKeyRefused ? 'The service refuses the API key: ' : ''}${error.message} (${error.code})`;
}
