import { parseJson, stringifyJson } from '../../../client/transport/json.ts';
import { groups } from '../../../conformance/groups.ts';
import type { Breakage } from './broken-server.ts';
import type { Call, Reply } from './small-petstore.ts';

/** What breakages are made of. */

export type Json = Record<string, unknown>;

export const isList = ({ method, path }: Call) => method === 'GET' && path === '/pets';
export const isCreate = ({ method, path }: Call) => method === 'POST' && path === '/pets';
export const isGet = ({ method, path }: Call) => method === 'GET' && path.startsWith('/pets/');
export const parameter = ({ query }: Call, name: string) => new URLSearchParams(query).get(name);
export const withQuery = ({ query }: Call, change: (query: URLSearchParams) => void) => {
  const changed = new URLSearchParams(query);
  change(changed);
  return { query: changed.toString() };
};

/** Changes the animals of successful responses of one operation. */
export function animals(
  is: (call: Call) => boolean,
  change: (animal: Json) => Json,
): NonNullable<Breakage['response']> {
  return ({ status, body }, call) => {
    if (!is(call) || status >= 300) return undefined;
    const value = parseJson(body) as Json | Json[];
    return { body: stringifyJson(Array.isArray(value) ? value.map(change) : change(value)) };
  };
}

/** Changes the objects of errors with a status. */
export function errors(
  status: number,
  change: (error: Json) => Json,
  is = (_: Call) => true,
): NonNullable<Breakage['response']> {
  return (answer, call) =>
    answer.status === status && is(call) ? { body: stringifyJson(change(parseJson(answer.body) as Json)) } : undefined;
}

/** Changes a successful response of one operation. */
export function success(
  is: (call: Call) => boolean,
  change: (answer: Reply) => Partial<Reply>,
): NonNullable<Breakage['response']> {
  return (answer, call) => (is(call) && answer.status < 300 ? change(answer) : undefined);
}

export const asText = { headers: { 'Content-Type': 'text/plain' } };
export const acceptAnyone =
  (key: string, is: (call: Call) => boolean): NonNullable<Breakage['request']> =>
  (call) =>
    is(call) ? { headers: new Headers({ Authorization: `Bearer ${key}` }) } : undefined;
const draftOf = (body: string, change: (draft: Json) => Json): { body: string } | undefined => {
  try {
    const value = parseJson(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { body: stringifyJson(change(value as Json)) }
      : undefined;
  } catch {
    return undefined;
  }
};
export const drafts =
  (change: (draft: Json) => Json): NonNullable<Breakage['request']> =>
  (call) =>
    isCreate(call) ? draftOf(call.body, change) : undefined;
export const double = (value: unknown) =>
  typeof value === 'bigint' ? BigInt.asIntN(64, BigInt(Number(value))) : value;

/** The names of all cases that match. */
export function casesNamed(pattern: RegExp): string[] {
  return groups.flatMap(({ cases }) => cases.map(({ name }) => name).filter((name) => pattern.test(name)));
}

export const header =
  (name: string, value: string | undefined, is = (_: Call, __: Reply) => true): NonNullable<Breakage['response']> =>
  (answer, call) => {
    if (!is(call, answer)) return undefined;
    const { [name.toLowerCase()]: _, ...others } = answer.headers;
    return { headers: value === undefined ? others : { ...others, [name.toLowerCase()]: value } };
  };

export const code =
  (from: string, to: string): NonNullable<Breakage['response']> =>
  ({ body }) =>
    body.includes(`"code":"${from}"`) ? { body: body.replace(from, to) } : undefined;

export const status =
  (from: number, to: number, is = (_: Call) => true): NonNullable<Breakage['response']> =>
  (answer, call) =>
    answer.status === from && is(call) ? { status: to } : undefined;

export const reversed = ({ body }: Reply) => ({ body: stringifyJson((parseJson(body) as Json[]).toReversed()) });
export const ifParameter =
  (name: string, value: string, change: (query: URLSearchParams) => void): NonNullable<Breakage['request']> =>
  (call) =>
    parameter(call, name) === value ? withQuery(call, change) : undefined;
export const without =
  (name: string): NonNullable<Breakage['request']> =>
  ({ headers }) => {
    const kept = new Headers(headers);
    kept.delete(name);
    return { headers: kept };
  };

/** A breakage of one of our additions, and the group that is about it. */
export interface ExtensionBreakage extends Breakage {
  readonly group: string;
}
