import { type FieldError, invalidParameters, ServiceError } from '../../model/errors.ts';
import type { ListOperation, Operation } from '../../operations/operation.ts';
import { defaultLimit } from '../../operations/paging.ts';
import type { TSchema } from '../../operations/schemas/base.ts';
import { type Decoded, decodeText, printable } from './decode.ts';

export interface ListQuery {
  limit: number;
  cursor: string | undefined;
  filters: Record<string, unknown>;
  /** The filters as a query, in one spelling: what a cursor is bound to and the next page's address repeats. */
  canonicalFilters: string;
}

/** @throws ServiceError `unknown_parameter` or `invalid_parameter`, naming every parameter that is wrong */
export function readListQuery(operation: ListOperation, query: string): ListQuery {
  const { values, spelled: canonicalFilters } = readQuery(operation, query);
  const { limit, cursor, ...filters } = values;
  return {
    limit: (limit as number | undefined) ?? operation.defaultLimit?.(filters) ?? defaultLimit,
    cursor: cursor as string | undefined,
    filters,
    canonicalFilters: canonicalFilters.join('&'),
  };
}

/**
 * Reads the query of an operation: the values of its parameters, and all but those of paging as they are given.
 * @throws ServiceError `unknown_parameter` or `invalid_parameter`, naming every parameter that is wrong
 */
export function readQuery(
  operation: Operation,
  query: string,
): { values: Record<string, unknown>; spelled: readonly string[] } {
  const given = parseQueryString(query);
  const values: Record<string, unknown> = {};
  const spelled: string[] = [];
  const errors: FieldError[] = [];
  for (const name in operation.query) {
    const texts = given.get(name);
    const schema = operation.query[name]?.schema;
    if (texts === undefined || schema === undefined) continue;
    const decoded = decodeParameter(schema, texts, name);
    if (decoded.ok) values[name] = decoded.value;
    else errors.push(...decoded.errors);
    if (name !== 'limit' && name !== 'cursor') {
      spelled.push(...texts.map((text) => `${name}=${encodeURIComponent(text)}`));
    }
  }
  refuseUnknown(operation, given, errors);
  if (errors.length > 0) throw invalidParameters(errors);
  return { values, spelled };
}

const maxToldNames = 5;

/** A mistyped filter must not quietly show more than was asked for. The error also tells what else is wrong. */
function refuseUnknown(operation: Operation, given: ReadonlyMap<string, unknown>, others: readonly FieldError[]): void {
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(operation.query, name));
  if (unknown.length === 0) return;
  const told = unknown.slice(0, maxToldNames);
  const known = Object.keys(operation.query);
  const detail = known.length === 0 ? 'there are no parameters here' : `the parameters are ${known.join(', ')}`;
  const names = told.map(printable).join(', ');
  const more = others.map(({ pointer, detail: what }) => ` ${pointer.slice(1)}: ${what}.`).join('');
  throw new ServiceError('unknown_parameter', `There is no parameter ${names} here; ${detail}.${more}`, {
    fieldErrors: [
      ...told.map((name) => ({ pointer: `?${encodeURIComponent(name.toWellFormed())}`, detail })),
      ...others,
    ],
  });
}

function decodeParameter(schema: TSchema, texts: readonly string[], name: string): Decoded {
  const { items, maxItems } = schema as { items?: TSchema; maxItems?: number };
  const fault = (detail: string): Decoded => ({ ok: false, errors: [{ pointer: `?${name}`, detail }] });
  if (items === undefined) {
    const [text = '', ...more] = texts;
    return more.length === 0 ? decodeText(schema, text, name) : fault('must stand only once');
  }
  if (maxItems !== undefined && texts.length > maxItems) {
    return fault(`may be repeated up to ${maxItems} times, and stands ${texts.length} times`);
  }
  const decoded = texts.map((text) => decodeText(items, text, name));
  const errors = decoded.flatMap((entry) => (entry.ok ? [] : entry.errors.slice(0, 1)));
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, 1) };
  return { ok: true, value: decoded.flatMap((entry) => (entry.ok ? [entry.value] : [])) };
}

/** What a parser of forms has something to do with; without it a text stands as it is. */
const encoded = /[^\w.~=&-]/;

/**
 * The texts of each parameter of a query, by its name, in their order (URL Standard, application/x-www-form-urlencoded).
 * One without any encoding is only cut, which costs a fifth of the platform's parser.
 */
export function parseQueryString(query: string): Map<string, string[]> {
  const form = new Map<string, string[]>();
  const add = (name: string, text: string) => {
    const texts = form.get(name);
    if (texts === undefined) form.set(name, [text]);
    else texts.push(text);
  };
  if (encoded.test(query)) {
    for (const [name, text] of new URLSearchParams(query)) add(name, text);
    return form;
  }
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals >= 0) add(pair.slice(0, equals), pair.slice(equals + 1));
    else if (pair !== '') add(pair, '');
  }
  return form;
}
