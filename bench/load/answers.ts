import type { RequestTemplate } from '../scenario.ts';
import { type Load, requestHeaders } from './wrk.ts';

const timeoutMs = 300_000;
/** What a server adds by itself, or what belongs to the connection. */
const ownHeaders = ['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding'];

export interface Answer {
  readonly status: number;
  /** Their names are in lower case. */
  readonly headers: [string, string][];
  /** Its bytes, one for each character (latin1). */
  readonly body: string;
}

/** Sends one request, and gives what came. `{id}`, `{page}`, `{name}` and `{category}` are the first ones. */
export async function readAnswer(load: Load, request = load.request, path = request.paths[0]): Promise<Answer> {
  const target = path.replace('{id}', '1').replace('{page}', load.pages[0] ?? '');
  const response = await fetch(`http://${load.host}:${load.port}${target}`, {
    method: request.method,
    headers: { 'Accept-Encoding': 'identity', ...requestHeaders(load, request) },
    ...(request.body !== '' && { body: request.body.replace('{name}', 'Bella').replace('{category}', '1') }),
    signal: AbortSignal.timeout(timeoutMs),
    decompress: false,
    keepalive: false,
  });
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !ownHeaders.includes(name)),
    body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
  };
}

/**
 * Sends each request of a load once, and gives the answers as often as the load asks for them, relative to each other.
 * @throws Error where one has not the expected status
 */
export async function takeAnswers(load: Load): Promise<Answer[]> {
  const take = async (request: RequestTemplate, path = request.paths[0]) => {
    const answer = await readAnswer(load, request, path);
    if (answer.status === request.expectedStatus) return answer;
    throw new Error(`unexpected answer to ${request.method} ${path}: ${JSON.stringify(answer)}`);
  };
  const { paths, sometimes } = load.request;
  const usual: Answer[] = [];
  for (const path of paths) usual.push(await take(load.request, path));
  if (sometimes === undefined) return usual;
  const rare = await take(sometimes.request);
  return usual.flatMap((answer) => [...Array<Answer>(sometimes.oneIn - 1).fill(answer), rare]);
}

/** Proves that a limit repeats answers; with which one it begins is chance. */
export async function repeats(limit: Load, answers: readonly Answer[]): Promise<boolean> {
  const found: Answer[] = [];
  while (found.length < answers.length) found.push(await readAnswer(limit));
  const text = (some: readonly Answer[]) => some.map((answer) => JSON.stringify(answer)).sort();
  return Bun.deepEquals(text(found), text(answers));
}

/**
 * Shows that a peer gives a client what the service gives: the status, the body, and every header, though in words of
 * its own. A refusal is the same when its code is. Returns what differs first; undefined if nothing does.
 */
export function findDifference(service: readonly Answer[], peer: readonly Answer[]): string | undefined {
  for (const [index, answer] of service.entries()) {
    const other = peer[index];
    if (other?.status !== answer.status) return `status ${other?.status} instead of ${answer.status}`;
    const [text, otherText] = [content(answer), content(other)];
    if (text !== otherText) return `${otherText} instead of ${text}`;
    const names = new Set(namesOf(other));
    const missing = namesOf(answer).filter((name) => !names.has(name));
    if (missing.length > 0) return `without the headers ${missing.join(', ')}`;
  }
  return undefined;
}

function content({ status, body }: Answer): string {
  return status < 400 ? body : JSON.parse(body).code;
}

/** A 304 has no content whose type it could tell: that header means nothing there (RFC 9110, section 15.4.5). */
function namesOf({ status, headers }: Answer): string[] {
  return headers.map(([name]) => name).filter((name) => status !== 304 || name !== 'content-type');
}
