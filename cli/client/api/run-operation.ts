import { follow } from '../../../client/transport/follow.ts';
import { randomIdempotencyKey } from '../../../client/transport/idempotency-key.ts';
import { stringifyJson } from '../../../client/transport/json.ts';
import { findLink } from '../../../client/transport/link.ts';
import type { Transport } from '../../../client/transport/transport.ts';
import { parseInt64 } from '../../../contract/int64.ts';
import { isPaged, type Operation } from '../../../src/api/operation.ts';
import { escapeInvisible, escapeInvisibleJson } from '../../../src/lib/visible-text.ts';
import type { Output } from '../../output.ts';
import type { CommandInput } from './command-input.ts';
import { explainCall } from './failure.ts';
import { type Flags, type Request, readRequest } from './request.ts';
import { EntryTable, formatRecord, type TableStyle } from './table.ts';

export interface Invocation {
  operation: Operation;
  args: readonly string[];
  flags: Flags;
}

/** What a command works with. */
export interface CallSession {
  transport: Transport;
  input: CommandInput;
  output: Pick<Output, 'write'>;
  /** Writes a line for the user, apart from the output. */
  note(line: string): void;
  style: TableStyle;
  /** Ends `--follow`; without it, only the end of the process does. */
  signal?: AbortSignal;
}

/** Carries a command line out. @throws CommandError with what the user should know when it fails */
export async function runOperation(invocation: Invocation, session: CallSession): Promise<void> {
  const { operation, args, flags } = invocation;
  const request = await readRequest(operation, args, flags, session.input);
  const idempotencyKey =
    operation.method === 'POST' ? (textFlag(flags, 'idempotencyKey') ?? randomIdempotencyKey()) : undefined;
  try {
    if (flags['follow'] === true) await followEntries(request, flags, session);
    else await callPages(operation, request, flags, idempotencyKey, session);
  } catch (error) {
    throw explainCall(error, { operation, idempotencyKey });
  }
}

/** Calls the operation once, or with `--all` until the last page. */
async function callPages(
  operation: Operation,
  { path, query, body, upload }: Request,
  flags: Flags,
  idempotencyKey: string | undefined,
  { transport, output, note, style }: CallSession,
): Promise<void> {
  const ifMatch = textFlag(flags, 'ifMatch');
  const table = new EntryTable(style);
  let next: Request['query'] | undefined = query;
  while (next !== undefined) {
    const answer = await transport.send({
      method: operation.method,
      path,
      query: next,
      accepts: isAnything,
      options: { idempotencyKey, ifMatch },
      ...(body !== undefined && { body }),
      ...(upload && { upload }),
    });
    if (flags['include'] === true) for (const line of headLines(answer)) note(escapeInvisible(line));
    const etag = operation.kind === 'read' ? answer.headers.get('ETag') : null;
    next = nextQuery(answer.headers);
    const text =
      flags['json'] === true
        ? shown(jsonText(answer, flags['all'] === true), style)
        : plainText(operation, answer.data, { style, table, isLast: next === undefined, etag });
    const isRead = await output.write(text);
    if (!isRead) return;
    if (next === undefined || flags['all'] === true) continue;
    note(escapeInvisible(moreNote(operation, next)));
    return;
  }
}

/** Prints entries of a log as they happen. */
async function followEntries(
  { path, query }: Request,
  flags: Flags,
  { transport, output, style, signal }: CallSession,
): Promise<void> {
  const after = parseInt64(query['after']?.[0] ?? '');
  const table = new EntryTable(style);
  for await (const entry of follow(transport, { path, after, accepts: isAnything, options: { signal } })) {
    const text = flags['json'] === true ? shown(`${stringifyJson(entry)}\n`, style) : table.add([entry]);
    if (!(await output.write(text))) return;
  }
}

/** A terminal would act on what a receiver of webhooks has sent back, or hide it. Programs get it as it is. */
function shown(json: string, { columns }: TableStyle): string {
  return columns === undefined ? json : escapeInvisibleJson(json);
}

/** The body as it was received; of all pages the entries, one per line. */
function jsonText({ text, data }: { text: string; data: unknown }, isAll: boolean): string {
  if (text === '') return '';
  if (!isAll || !Array.isArray(data)) return `${text}\n`;
  return data.map((entry) => `${stringifyJson(entry)}\n`).join('');
}

interface PlainStyle {
  style: TableStyle;
  /** Of the entries of all pages. */
  table: EntryTable;
  /** Whether no page follows. */
  isLast: boolean;
  /** The version of the resource, for `--if-match`. */
  etag: string | null;
}

function plainText(operation: Operation, data: unknown, { style, table, isLast, etag }: PlainStyle): string {
  if (data === undefined) return `${operation.response.description}\n`;
  if (Array.isArray(data)) {
    const lines = table.add(data);
    return table.isEmpty && isLast ? 'There are none.\n' : lines;
  }
  const isVersioned = etag !== null && Object.keys(operation.pathParameters).length > 0;
  return formatRecord(data, style) + (isVersioned ? `\nETag: ${etag}\n` : '');
}

/** The query of the next page. Only that is taken from its address: the key goes nowhere but to this service. */
function nextQuery(headers: Headers): Request['query'] | undefined {
  const link = findLink(headers.get('Link'), 'next');
  if (link === undefined) return undefined;
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1));
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
}

function moreNote(operation: Operation, next: Request['query']): string {
  const name = isPaged(operation) ? 'cursor' : 'after';
  return `petstore: there are more; continue with --${name} ${next[name]?.[0] ?? ''}, or print all of them with --all`;
}

function headLines({ status, headers }: { status: number; headers: Headers }): string[] {
  return [String(status), ...[...headers].map(([name, value]) => `${name}: ${value}`), ''];
}

function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** The command prints what the service sends, also members that this release does not know. */
function isAnything(_value: unknown): _value is unknown {
  return true;
}
