import { connect } from 'node:net';
import { type Load, requestHeaders } from './load.ts';

const timeoutMs = 5_000;

/** One answer as it came over the wire, with the names and the order of its headers. */
export interface Answer {
  readonly status: number;
  /** Without `Date` and `Content-Length`, which a server adds by itself. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Sends one request of the load and reads the answer from the socket, since `fetch` hides how headers were sent. */
export async function takeAnswer(load: Load): Promise<Answer> {
  const text = await exchange(load, requestText(load));
  const [head = '', body = ''] = split(text, '\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => split(line, ': '));
  const answer = {
    status: Number(statusLine.split(' ')[1]),
    headers: headers.filter(([name]) => !['date', 'content-length', 'connection'].includes(name.toLowerCase())),
    body,
  };
  if (answer.status !== load.request.expectedStatus)
    throw new Error(`unexpected answer to ${describe(load)}:\n${text}`);
  return answer;
}

/** Proves that a limit sends what the service sent. The order of headers is the server's own. */
export function isSameAnswer(one: Answer, other: Answer): boolean {
  const text = (answer: Answer) =>
    JSON.stringify([answer.status, answer.headers.map(nameAndValue).sort(), answer.body]);
  return text(one) === text(other);
}

/**
 * Shows that a peer gives a client what the service gives: the status, the body, and the same headers, though in words
 * of its own.
 */
export function isSameWork(one: Answer, other: Answer): boolean {
  const text = (answer: Answer) =>
    JSON.stringify([answer.status, answer.headers.map(([name]) => name.toLowerCase()).sort(), answer.body]);
  return text(one) === text(other);
}

function nameAndValue([name, value]: readonly [string, string]): string {
  return `${name.toLowerCase()}: ${value}`;
}

function describe(load: Load): string {
  return `${load.request.method} ${load.request.paths[0]}`;
}

function requestText(load: Load): string {
  const { method, paths, body } = load.request;
  const headers = Object.entries({
    Host: `${load.host}:${load.port}`,
    ...requestHeaders(load),
    ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    Connection: 'close',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${paths[0].replace('{id}', String(load.ids.first))} HTTP/1.1\r\n${lines}\r\n${body}`;
}

function exchange(load: Load, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: load.host, port: load.port }, () => socket.write(request));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer to ${describe(load)} in ${timeoutMs} ms`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

function split(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}
