import { connect } from 'node:net';
import type { RequestTemplate } from '../scenarios/scenario.ts';
import { type Load, requestHeaders } from './load.ts';

const timeoutMs = 5_000;

/** One answer as it came over the wire, with the names and the order of its headers. */
export interface Answer {
  readonly status: number;
  /** Without `Date` and `Content-Length`, which a server adds by itself. */
  readonly headers: readonly (readonly [string, string])[];
  /** Its bytes, one for each character (latin1). */
  readonly body: string;
}

/**
 * Sends each request of the load once, and gives the answers as often as the load asks for them, relative to each other.
 * @throws Error where one has not the expected status
 */
export async function takeAnswers(load: Load): Promise<Answer[]> {
  const { paths, sometimes } = load.request;
  const usual: Answer[] = [];
  for (const path of paths) usual.push(await takeAnswer(load, load.request, path));
  if (sometimes === undefined) return usual;
  const rare = await takeAnswer(load, sometimes.request, sometimes.request.paths[0]);
  return usual.flatMap((answer) => [...Array<Answer>(sometimes.oneIn - 1).fill(answer), rare]);
}

async function takeAnswer(load: Load, request: RequestTemplate, path: string): Promise<Answer> {
  const answer = await readAnswer(load, request, path);
  if (answer.status === request.expectedStatus) return answer;
  throw new Error(`unexpected answer to ${request.method} ${path}: ${JSON.stringify(answer)}`);
}

/** Whatever the server says next, so often. */
export async function readAnswers(load: Load, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) answers.push(await readAnswer(load, load.request, load.request.paths[0]));
  return answers;
}

/** Reads it from the socket, since `fetch` hides how headers were sent. */
async function readAnswer(load: Load, request: RequestTemplate, path: string): Promise<Answer> {
  const text = await exchange(load, requestText(load, request, path));
  const [head = '', body = ''] = split(text, '\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => split(line, ': '));
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: headers.filter(([name]) => !['date', 'content-length', 'connection'].includes(name.toLowerCase())),
    body,
  };
}

function requestText(load: Load, request: RequestTemplate, path: string): string {
  const { method, body } = request;
  const headers = Object.entries({
    Host: `${load.host}:${load.port}`,
    ...requestHeaders(load, request),
    ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    Connection: 'close',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const target = path.replace('{id}', String(load.ids.first)).replace('{page}', load.pages[0] ?? '');
  return `${method} ${target} HTTP/1.1\r\n${lines}\r\n${body}`;
}

function exchange({ host, port }: Load, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host, port }, () => socket.write(request));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer in ${timeoutMs} ms to\n${request}`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

function split(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

/** Proves that a limit sends what the service sent. The order of headers is the server's own, that of answers chance. */
export function areSameAnswers(some: readonly Answer[], others: readonly Answer[]): boolean {
  const text = (answers: readonly Answer[]) => JSON.stringify(answers.map(toText).sort());
  return text(some) === text(others);
}

function toText({ status, headers, body }: Answer): string {
  return JSON.stringify([status, headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort(), body]);
}

/**
 * Shows that a peer gives a client what the service gives: the status, the body, and every header, though in words of
 * its own. A refusal is the same when its code is. Returns what differs first; undefined if nothing does.
 */
export function findDifference(service: readonly Answer[], peer: readonly Answer[]): string | undefined {
  for (const [index, answer] of service.entries()) {
    const other = peer[index];
    if (other?.status !== answer.status) return `status ${other?.status} instead of ${answer.status}`;
    const [texts, otherTexts] = [content(answer), content(other)];
    if (texts !== otherTexts) return describeDifference(texts, otherTexts);
    const names = new Set(namesOf(other));
    const missing = namesOf(answer).filter((name) => !names.has(name));
    if (missing.length > 0) return `without the headers ${missing.join(', ')}`;
  }
  return undefined;
}

function describeDifference(expected: string, found: string): string {
  const at = [...expected].findIndex((character, index) => character !== found[index]);
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40));
  return `${part(found)} instead of ${part(expected)}`;
}

function content({ status, body }: Answer): string {
  // Each names itself in the addresses of photos.
  if (status < 400) return body.replaceAll(/http:\/\/127\.0\.0\.1:\d+\//g, 'http://localhost/');
  const { code }: { code: string } = JSON.parse(body);
  return code;
}

/** A 304 has no content whose type it could tell: that header means nothing there (RFC 9110, section 15.4.5). */
function namesOf({ status, headers }: Answer): string[] {
  const names = headers.map(([name]) => name.toLowerCase());
  return status === 304 ? names.filter((name) => name !== 'content-type') : names;
}
