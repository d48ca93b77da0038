import { Compile } from 'typebox/schema';
import { isRecord } from '../../../client/transport/shape.ts';
import { type DocumentedResponse, errors, type JsonSchema, type Operation, operationsAt } from './document.ts';
import type { Sent } from './side.ts';

/** By the text of their schema, because most responses share one. */
const compiled = new Map<string, (body: unknown) => boolean>();
const ownHeaders = [
  'content-type',
  'cache-control',
  'vary',
  'keep-alive',
  'x-content-type-options',
  'allow',
  'www-authenticate',
];

/**
 * How a response breaks the promises of the document; empty if it keeps all of them. The key of a request may have ended
 * meanwhile if a concurrent one revokes it.
 */
export function judge(sent: Sent, mayHaveEnded: boolean): string[] {
  const all = operationsAt(sent.path);
  const operation = all.find(({ method }) => method === (sent.method === 'HEAD' ? 'GET' : sent.method));
  return [
    ...judgeAlways(sent),
    ...judgeAccess(sent, operation, mayHaveEnded),
    ...judgeStatus(sent, operation, all.length > 0),
    ...judgeHeaders(sent, operation),
    ...(sent.status >= 400 ? judgeError(sent, operation) : judgeSuccess(sent, operation)),
  ];
}

function judgeAlways({ status, headers }: Sent): string[] {
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(headers.has('X-Request-Id') ? [] : ['no X-Request-Id']),
    ...(headers.get('X-Content-Type-Options') === 'nosniff' ? [] : ['no nosniff']),
  ];
}

/** Only a request that is not valid HTTP gets 400 before its key is checked. */
function judgeAccess(sent: Sent, operation: Operation | undefined, mayHaveEnded: boolean): string[] {
  const { status, scopes } = sent;
  if (status === 400 && codeOf(sent) === 'malformed_request') return [];
  if (scopes === undefined) return status === 401 ? [] : [`status ${status} without a valid key`];
  if (mayHaveEnded && (status === 401 || status === 403)) return [];
  // A sign-in link is not in the place of a key here.
  if (operation?.id === 'createSignIn' || operation?.id === 'getOwnSignInLink')
    return status === 401 ? [] : [`status ${status} without a sign-in link`];
  if (status === 401) return ['status 401 with a valid key'];
  const missing = operation?.scopes.filter((scope) => !scopes.has(scope)) ?? [];
  return missing.length === 0 || status === 403 || status === 414
    ? []
    : [`status ${status} without the scope ${missing}`];
}

function judgeStatus(sent: Sent, operation: Operation | undefined, isKnownPath: boolean): string[] {
  const { status, method } = sent;
  if (status === 400 || status === 401) return [];
  if (operation !== undefined) return responseFor(operation, sent) ? [] : [`undocumented status ${status}`];
  if (status === 414) return [];
  if (!isKnownPath) return status === 404 ? [] : [`status ${status} for an unknown path`];
  const expected = method === 'OPTIONS' ? 204 : 405;
  return status === expected ? [] : [`status ${status} for a method that the path does not have`];
}

/** Those of HTTP itself and of the rules of browsers are not in the document. */
function judgeHeaders(sent: Sent, operation: Operation | undefined): string[] {
  const documented = operation && responseFor(operation, sent)?.headers;
  if (documented === undefined) return [];
  const known = new Set([...ownHeaders, ...Object.keys(documented).map((name) => name.toLowerCase())]);
  return [...sent.headers.keys()].filter((name) => !known.has(name)).map((name) => `the undocumented header ${name}`);
}

function judgeError(sent: Sent, operation: Operation | undefined): string[] {
  const { accept, status, headers } = sent;
  const type = headers.get('Content-Type');
  const body = parse(sent.text);
  const isProblem = type === 'application/problem+json';
  if (isProblem && !/application\/problem\+json/i.test(accept)) return ['problem details that were not asked for'];
  if (!isProblem && type !== 'application/json') return [`an error of the type ${type}`];
  if (!isRecord(body)) return ['an error that is no object'];
  const faults = [];
  if (!isValid({ ...errors[isProblem ? 'Problem' : 'Error'], additionalProperties: false }, body))
    faults.push(`a body that is not as documented for errors: ${sent.text.slice(0, 300)}`);
  if (body['status'] !== status) faults.push(`an error of the status ${body['status']} in a response of ${status}`);
  const response = operation && responseFor(operation, sent);
  const code = String(body['code']);
  if (response && !codesOf(response).includes(code)) faults.push(`undocumented code ${code} with status ${status}`);
  return faults;
}

function judgeSuccess({ status, headers, text }: Sent, operation: Operation | undefined): string[] {
  if (status === 204 || status === 304) return text === '' ? [] : [`a body with status ${status}`];
  const response = operation?.responses[status];
  if (response === undefined) return [];
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  const media = response.content?.[type];
  if (media === undefined) return [`the undocumented type ${type}`];
  if (type !== 'application/json' || isValid(media.schema ?? {}, parse(text))) return [];
  return [`a body that is not as documented for ${status}: ${text.slice(0, 300)}`];
}

/** The documented response for a status, or for a code that every operation can have. */
function responseFor({ responses }: Operation, sent: Sent): DocumentedResponse | undefined {
  const { default: other = {} } = responses;
  return responses[sent.status] ?? (codesOf(other).includes(String(codeOf(sent))) ? other : undefined);
}

/** The error codes that a response may have; none for a success. */
function codesOf({ content = {} }: DocumentedResponse): readonly string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}

function isValid(schema: JsonSchema, body: unknown): boolean {
  const text = JSON.stringify(schema);
  let check = compiled.get(text);
  if (check === undefined) {
    const validator = Compile(schema);
    check = (value) => validator.Check(value);
    compiled.set(text, check);
  }
  return check(body);
}

function codeOf({ text }: Sent): unknown {
  const body = parse(text);
  return isRecord(body) ? body['code'] : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
