import { type Command, Option } from 'commander';
import { openTransport } from '../../client/client.ts';
import { type Client, type ClientOptions, createClient, NoAnswerError, PetstoreError } from '../../client/index.ts';
import type { Transport } from '../../client/transport/transport.ts';
import { fileVariable, readSecret } from '../../src/config/secret-files.ts';
import { clientVariables, settings } from '../../src/config/settings.ts';
import { unusable } from '../exit.ts';
import { formerFlag, parseDuration } from '../options.ts';
import { note } from '../output.ts';
import { connectionError, isRefused } from './connection-error.ts';

export interface ConnectionOptions {
  server?: string;
  token?: string;
  /** Former names of `server` and `token`. */
  url?: string;
  key?: string;
  retryFor?: string;
}

const defaultServer = 'http://127.0.0.1:8080';
const defaultRetryFor = '30s';
/** A service that refuses the first connection is hardly about to start: whoever waits for the answer wants to know it. */
const atTerminal = '2s';
/** The first attempt after this time is the last one, which the delays between attempts bring close to that. */
const lastAttemptAfterMs = 700;

/** For a service that does not respond: often it listens on another port. */
export const addressAdvice = `If the service has another address, set ${clientVariables.server} or --server.`;

/** Adds the options of commands that call a running service, with the former names of two of them. */
export function addConnectionOptions(command: Command): Command {
  return addServiceOptions(command)
    .addOption(new Option('--url <url>').hideHelp())
    .addOption(new Option('--key <key>').hideHelp());
}

/** Adds the options that say which service is called, with which key. */
export function addServiceOptions(command: Command): Command {
  const { server, token } = clientVariables;
  return command
    .option('--server <url>', `URL of the service (default ${defaultServer}) [${server}]`)
    .option(
      '--token <key>',
      `API key; other users can see it here, but not in the environment [${token}, ${fileVariable(token)}]`,
    )
    .option(
      '--retry-for <duration>',
      `how long to retry while the service does not respond (default: ${defaultRetryFor}; ${atTerminal} at a terminal, if it refuses the first connection)`,
    );
}

/** @throws CommandError when the URL or the key is missing or invalid */
export function connect(options: ConnectionOptions): Client {
  return create(createClient, options);
}

/** What sends calls that are not methods of the client. @throws CommandError as `connect` does */
export function connectTransport(options: ConnectionOptions): Transport {
  return create(openTransport, options);
}

function create<Made>(make: (options: ClientOptions) => Made, options: ConnectionOptions): Made {
  const apiKey = readToken(options);
  if (apiKey === undefined || apiKey === '') {
    throw unusable(`no API key; set ${clientVariables.token} or --token`);
  }
  const baseUrl = readServer(options);
  const retryForMs = parseDuration(options.retryFor ?? defaultRetryFor, '--retry-for');
  try {
    return make({ baseUrl, apiKey, retryForMs, fetch: fetchWithNotice(options.retryFor) });
  } catch (error) {
    if (error instanceof TypeError) throw unusable(error.message);
    throw error;
  }
}

function readToken({ token, key }: ConnectionOptions): string | undefined {
  return (
    token ??
    formerFlag('--key', key, '--token') ??
    (tokenOfEnvironment() || settingOfServe(settings.presetApiKey.variable, clientVariables.token))
  );
}

/** @throws CommandError when the file with it cannot be read */
function tokenOfEnvironment(): string | undefined {
  const found = readSecret(process.env, clientVariables.token);
  if ('error' in found) throw unusable(found.error);
  return found.value;
}

/** The address of the service. */
export function readServer({ server, url }: ConnectionOptions): string {
  return (
    server ??
    formerFlag('--url', url, '--server') ??
    (process.env[clientVariables.server] ||
      settingOfServe(settings.productionUrl.variable, clientVariables.server) ||
      defaultServer)
  );
}

/** Earlier releases read settings of `petstore serve` here: the key to register, and the public URL. */
function settingOfServe(variable: string, now: string): string | undefined {
  const value = process.env[variable];
  if (value) note(`using ${variable}, a setting of "petstore serve"; set ${now} instead`);
  return value;
}

/** Says once that the service does not respond: otherwise the command would seem to hang while it retries. */
function fetchWithNotice(retryFor: string | undefined): NonNullable<ClientOptions['fetch']> {
  let isNoticed = false;
  let isReached = false;
  let refusedSince: number | undefined;
  return async (url, init) => {
    try {
      const response = await fetch(url, init);
      isReached = true;
      return response;
    } catch (error) {
      const cause = connectionError(error);
      const { origin } = new URL(url);
      const isHopeless = !isReached && isRefused(error) && retryFor === undefined && process.stderr.isTTY;
      refusedSince ??= performance.now();
      if (isHopeless && performance.now() - refusedSince > lastAttemptAfterMs) {
        throw new NoAnswerError(`No answer from ${origin} (connection refused). Nothing was sent.`, { cause });
      }
      if (!isNoticed && !init.signal?.aborted) {
        const time = retryFor ?? (isHopeless ? atTerminal : defaultRetryFor);
        note(`no response from ${origin}; retrying for ${time}. ${addressAdvice}`);
        isNoticed = true;
      }
      throw cause;
    }
  };
}

export function explainFailure(error: Error): string {
  if (error instanceof NoAnswerError) {
    const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
    return `No response from the service (${reason}). ${addressAdvice}`;
  }
  if (!(error instanceof PetstoreError)) return error.message;
  if (error.code === 'not_found')
    return 'The service lacks what this command needs: update it, or use the petstore command of its release.';
  const isKeyRejected = error.status === 401 || error.status === 403;
  return `${isKeyRejected ? 'The service rejected the API key: ' : ''}${error.message} (${error.code})`;
}
