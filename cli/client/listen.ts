import { Command } from 'commander';
import { eventTypes, type PetstoreEvent } from '../../client/index.ts';
import { stringifyJson } from '../../client/transport/json.ts';
import { parseInt64 } from '../../contract/int64.ts';
import { escapeInvisible } from '../../src/lib/visible-text.ts';
import { responseTimeoutMs, type SendResult, send } from '../../src/notify/webhooks/sending/send.ts';
import { makeWebhookSecret, signedHeaders } from '../../src/notify/webhooks/sending/signature.ts';
import { abortedBySignals, CommandError, unusable } from '../exit.ts';
import { addConnectionOptions, type ConnectionOptions, connect, explainFailure } from './connection.ts';

interface ListenFlags extends ConnectionOptions {
  forwardTo: string;
  types?: string;
  after?: string;
  secret?: string;
}

const help = `
For developing a receiver of webhooks: follows the events of a service and posts each to an address, such as one on your own
machine, signed as a webhook is. Prints the secret, and a line for each event with the status of the response. Events are
sent one after the other. One that fails is not sent again; --after sends events again that have happened before.
Needs a key with the scope events:read. Ends with Ctrl-C.

Examples:
  petstore listen --forward-to http://127.0.0.1:3000/hook
  petstore listen --forward-to http://127.0.0.1:3000/hook --types pet.created,order.placed --after 0`;

export function listenCommand(): Command {
  const command = new Command('listen')
    .description('forward events to a receiver of webhooks that you develop')
    .requiredOption('--forward-to <url>', 'address of the receiver')
    .option('--types <types>', 'forward only these types of events, separated by commas')
    .option('--after <id>', 'begin after the event with this id; without it, with events that happen from now on')
    .option('--secret <secret>', 'sign with this secret (whsec_…) instead of a new one')
    .addHelpText('after', help);
  return addConnectionOptions(command).action(listen);
}

async function listen(flags: ListenFlags): Promise<void> {
  const url = readReceiver(flags.forwardTo);
  const types = readTypes(flags.types);
  const after = readAfter(flags.after);
  const secret = readSecretFlag(flags.secret);
  const client = connect(flags);
  const stop = abortedBySignals();
  let isReady = false;
  const onBegin = (id: bigint) => {
    if (!isReady) process.stdout.write(`Forwarding events after ${id} to ${url}\nSecret: ${secret}\n\n`);
    isReady = true;
  };
  try {
    for await (const event of client.events.follow({ after, onBegin, signal: stop.signal })) {
      if (types !== undefined && !types.includes(event.type)) continue;
      process.stdout.write(await forward(event, url, secret, stop.signal));
    }
  } catch (error) {
    if (stop.signal.aborted) return;
    throw error instanceof Error ? new CommandError(explainFailure(error)) : error;
  }
}

/** Sends an event, and returns the line about it. */
async function forward(event: PetstoreEvent, url: string, secret: string, signal: AbortSignal): Promise<string> {
  const body = stringifyJson(event);
  const headers = signedHeaders([secret], `evt_${event.id}`, Date.now(), body);
  const result = await send(
    { url, headers, body },
    { timeoutMs: responseTimeoutMs, signal, reachesPrivateAddresses: true },
  );
  const durationMs = Math.round(result.durationMs);
  return `${String(event.id).padEnd(8)}  ${escapeInvisible(event.type).padEnd(20)}  ${describe(result)}  ${durationMs} ms\n`;
}

function describe(result: SendResult): string {
  if ('failure' in result) return result.failure;
  const hasArrived = result.status >= 200 && result.status <= 299;
  if (hasArrived) return String(result.status);
  return `${result.status} (a webhook would ${result.status === 410 ? 'be disabled' : 'send it again'})`;
}

function readReceiver(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw unusable('--forward-to must be an http or https address');
}

function readTypes(text: string | undefined): readonly string[] | undefined {
  const types = text?.split(',').map((type) => type.trim());
  const unknown = types?.filter((type) => !eventTypes.some((known) => known === type)) ?? [];
  if (unknown.length === 0) return types;
  throw unusable(`unknown event type ${unknown.join(', ')}; the types are ${eventTypes.join(', ')}`);
}

function readAfter(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const id = parseInt64(text);
  if (id !== undefined && id >= 0n) return id;
  throw unusable('--after must be the id of an event');
}

function readSecretFlag(secret: string | undefined): string {
  if (secret === undefined) return makeWebhookSecret();
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) return secret;
  throw unusable('--secret must be the secret of a webhook: whsec_ and at least 32 characters of Base64');
}
