import { type Command, Option } from 'commander';
import { type Client, type ClientOptions, createClient, NoAnswerError, PetstoreError } from '../../client/index.ts';
import { parseDuration } from './duration.ts';
import { CommandError, exitCodes } from './exit.ts';

/** Where the service is and the key to it. */
export interface ConnectionOptions {
  url: string;
  key?: string;
  retryFor: string;
}

/** Adds the options of every command that speaks to a running service. */
export function addConnectionOptions(command: Command): Command {
  const url = new Option('--url <url>', 'address of the service').env('PETSTORE_URL').default('http://127.0.0.1:8080');
  const key = new Option('--key <key>', 'API key; safer in the environment, where no other user sees it');
  const retryFor = new Option('--retry-for <duration>', 'how long a service that does not answer is tried again');
  return command.addOption(url).addOption(key.env('PETSTORE_API_KEY')).addOption(retryFor.default('30s'));
}

/** @throws CommandError when the address or the key cannot be used */
export function connect({ url, key, retryFor }: ConnectionOptions): Client {
  if (key === undefined || key === '') {
    throw new CommandError('There is no API key. Set PETSTORE_API_KEY, or give --key.', exitCodes.unusable);
  }
  const retryForMs = parseDuration(retryFor, '--retry-for');
  try {
    return createClient({ baseUrl: url, apiKey: key, retryForMs, fetch: tellingFetch(retryFor) });
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message, exitCodes.unusable);
    throw error;
  }
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
