import { type DocumentedResponse, type FuzzedOperation, findOperation } from './document.ts';

/** A response, read to its end unless it is an endless stream. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Judged {
  readonly method: string;
  /** Decoded by a URL parser, without the version segment. */
  readonly path: string;
  readonly accept: string;
  /** The scopes of its key; `undefined` if it has no valid one. */
  readonly scopes: ReadonlySet<string> | undefined;
  /** Whether its key may have ended meanwhile, because a concurrent request revokes one. */
  readonly mayHaveEnded: boolean;
}

/** How a response breaks the promises of the document; empty if it keeps all of them. */
export function judge(request: Judged, answer: Answer): string[] {
  const found = findOperation(request.method, request.path);
  const operation = found?.operation;
  return [
    ...judgeAlways(answer),
    ...judgeAccess(request, operation, answer),
    ...judgeStatus(found, request.method, answer),
    ...(answer.status >= 400 ? judgeError(request, operation, answer) : judgeSuccess(operation, answer)),
  ];
}

function judgeAlways({ status, headers }: Answer): string[] {
  const faults = [];
  if (status >= 500) faults.push(`status ${status}`);
  if (!headers.has('X-Request-Id')) faults.push('no X-Request-Id');
  if (headers.get('X-Content-Type-Options') !== 'nosniff') faults.push('no nosniff');
  return faults;
}

/** Only a request that is not valid HTTP gets 400 before its key is checked. */
function judgeAccess(
  { scopes, mayHaveEnded }: Judged,
  operation: FuzzedOperation | undefined,
  answer: Answer,
): string[] {
  const { status } = answer;
  if (status === 400 && codeOf(answer) === 'malformed_request') return [];
  if (scopes === undefined) return status === 401 ? [] : [`status ${status} without a valid key`];
  if (mayHaveEnded && (status === 401 || status === 403)) return [];
  // A sign-in link is not in the place of a key here.
  if (operation?.id === 'createSignIn') return status === 401 ? [] : [`status ${status} without a sign-in link`];
  if (status === 401) return ['status 401 with a valid key'];
  const missing = operation?.scopes.filter((scope) => !scopes.has(scope)) ?? [];
  if (missing.length > 0 && status !== 403 && status !== 414) return [`status ${status} without the scope ${missing}`];
  return [];
}

function judgeStatus(found: ReturnType<typeof findOperation>, method: string, answer: Answer): string[] {
  const { status } = answer;
  if (status === 400 || status === 401) return [];
  if (found === undefined) return status === 404 || status === 414 ? [] : [`status ${status} for an unknown path`];
  const { operation } = found;
  if (operation !== undefined) return responseFor(operation, answer) ? [] : [`undocumented status ${status}`];
  const expected = method === 'OPTIONS' ? 204 : 405;
  return status === expected || status === 414 ? [] : [`status ${status} for a method that the path does not have`];
}

function judgeError({ accept }: Judged, operation: FuzzedOperation | undefined, answer: Answer): string[] {
  const { status, headers, text } = answer;
  const type = headers.get('Content-Type');
  const body = parse(text);
  const isProblem = type === 'application/problem+json';
  if (isProblem && !/application\/problem\+json/i.test(accept)) return ['problem details that were not asked for'];
  if (!isProblem && type !== 'application/json') return [`an error of the type ${type}`];
  const members = isProblem ? ['type', 'title', 'status', 'detail', 'code'] : ['code', 'message', 'status'];
  const allowed = isProblem ? [...members, 'errors'] : members;
  if (!isObject(body)) return ['an error that is no object'];
  const faults = [];
  if (!members.every((name) => name in body)) faults.push('an error without all members');
  if (!Object.keys(body).every((name) => allowed.includes(name))) faults.push('an error with other members');
  if (body['status'] !== status) faults.push(`an error of the status ${body['status']} in a response of ${status}`);
  const code = String(body['code']);
  const response = operation && responseFor(operation, answer);
  if (response?.codes.has(code) === false) faults.push(`undocumented code ${code} with status ${status}`);
  if (!isProblem && response?.isValid.get('application/json')?.(body) === false) faults.push('not the Error schema');
  return faults;
}

function judgeSuccess(operation: FuzzedOperation | undefined, { status, headers, text }: Answer): string[] {
  if (status === 204 || status === 304) return text === '' ? [] : [`a body with status ${status}`];
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  const isValid = operation?.responses.get(status)?.isValid;
  if (isValid === undefined) return [];
  const check = isValid.get(type);
  if (check === undefined) return [`the undocumented type ${type}`];
  if (type !== 'application/json') return [];
  return check(parse(text)) ? [] : [`a body that is not as documented for ${status}: ${text.slice(0, 300)}`];
}

/** The documented response for a status, or for a code that every operation can have. */
function responseFor({ responses, otherError }: FuzzedOperation, answer: Answer): DocumentedResponse | undefined {
  return responses.get(answer.status) ?? (otherError.codes.has(String(codeOf(answer))) ? otherError : undefined);
}

function codeOf({ text }: Answer): unknown {
  const body = parse(text);
  return isObject(body) ? body['code'] : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
