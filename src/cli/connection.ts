import { type Command, Option } from 'commander';
import { type Client, createClient, NoAnswerError, PetstoreError } from '../../client/index.ts';
import { CommandError, exitCodes } from './exit.ts';

/** Where the service is and the key to it. */
export interface ConnectionOptions {
  url: string;
  key?: string;
}

/** Enough attempts to outlast a restart of the server: some seconds. */
const retries = 7;

/** Adds the options of every command that speaks to a running service. */
export function addConnectionOptions(command: Command): Command {
  const url = new Option('--url <url>', 'address of the service').env('PETSTORE_URL').default('http://127.0.0.1:8080');
  const key = new Option('--key <key>', 'API key; safer in the environment, where no other user sees it');
  return command.addOption(url).addOption(key.env('PETSTORE_API_KEY'));
}

/** @throws CommandError when the address or the key cannot be used */
export function connect({ url, key }: ConnectionOptions): Client {
  if (key === undefined || key === '') {
    throw new CommandError('There is no API key. Set PETSTORE_API_KEY, or give --key.', exitCodes.unusable);
  }
  try {
    return createClient({ baseUrl: url, apiKey: key, retries });
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message, exitCodes.unusable);
    throw error;
  }
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
