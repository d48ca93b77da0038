import { defaultPageSize } from '../../../client/limits.ts';
import { type FieldError, invalidParameters, ServiceError, toSentences } from '../../api/errors.ts';
import type { ListOperation, Operation } from '../../api/operation.ts';
import type { TSchema } from '../../api/schemas.ts';
import { printable } from './decode.ts';
import { type Decoded, decodeRawValue } from './scalars.ts';

export interface ListQuery {
  limit: number;
  cursor: string | undefined;
  filters: Record<string, unknown>;
  /** The filters as a query in canonical form: part of the cursor's MAC, and repeated in the address of the next page. */
  canonicalFilters: string;
}

/** @throws ServiceError `unknown_parameter` or `invalid_parameter`, listing every invalid parameter */
export function readListQuery(operation: ListOperation, query: string): ListQuery {
  const { values, canonicalFilters } = readQuery(operation, query);
  const { limit, cursor, ...filters } = values;
  return {
    limit: (limit as number | undefined) ?? operation.defaultLimit?.(filters) ?? defaultPageSize,
    cursor: cursor as string | undefined,
    filters,
    canonicalFilters: canonicalFilters.join('&'),
  };
}

/**
 * Reads the query of an operation: the values of its parameters, and the filters in canonical form.
 * @throws ServiceError `unknown_parameter` or `invalid_parameter`, listing every invalid parameter
 */
export function readQuery(
  operation: Operation,
  query: string,
): { values: Record<string, unknown>; canonicalFilters: readonly string[] } {
  const given = parseQueryString(query);
  const values: Record<string, unknown> = {};
  const canonicalFilters: string[] = [];
  const errors: FieldError[] = [];
  for (const name in operation.query) {
    const { schema, formerName } = operation.query[name] ?? {};
    const rawValues = given.get(name) ?? takeFormer(given, formerName);
    if (rawValues === undefined || schema === undefined) continue;
    const decoded = decodeParameter(schema, rawValues, name);
    if (decoded.ok) values[name] = decoded.value;
    else errors.push(...decoded.errors);
    // A default says the same as nothing.
    const isDefault = decoded.ok && 'default' in schema && decoded.value === schema.default;
    if (name !== 'limit' && name !== 'cursor' && !isDefault) {
      canonicalFilters.push(...rawValues.map((value) => `${name}=${encodeURIComponent(value)}`));
    }
  }
  rejectUnknown(operation, given, errors);
  if (errors.length > 0) throw invalidParameters(errors);
  return { values, canonicalFilters };
}

/** The values that a parameter has under its former name, which is then no unknown one. */
function takeFormer(given: Map<string, string[]>, formerName: string | undefined): string[] | undefined {
  if (formerName === undefined) return undefined;
  const rawValues = given.get(formerName);
  given.delete(formerName);
  return rawValues;
}

const maxListedNames = 5;

/**
 * A misspelled filter must not silently widen the list. On an operation without filters an unknown parameter can only be a
 * mistake, too: a filter of another operation, a key that does not belong in an address, or a cache buster that does nothing.
 * So all operations reject it. The error also lists the other invalid parameters.
 */
function rejectUnknown(operation: Operation, given: ReadonlyMap<string, unknown>, others: readonly FieldError[]): void {
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(operation.query, name));
  if (unknown.length === 0) return;
  const listed = unknown.slice(0, maxListedNames);
  const names = Object.keys(operation.query);
  const known = names.length === 0 ? 'This operation has no query parameters' : `Known parameters: ${names.join(', ')}`;
  const sentence = `Unknown parameter${unknown.length === 1 ? '' : 's'} ${listed.map(printable).join(', ')}. ${known}`;
  const fieldErrors = [
    ...listed.map((name) => ({
      pointer: `?${encodeURIComponent(name.toWellFormed())}`,
      detail: `is unknown. ${known}`,
      sentence,
    })),
    ...others,
  ];
  throw new ServiceError('unknown_parameter', toSentences(fieldErrors), { fieldErrors });
}

function decodeParameter(schema: TSchema, rawValues: readonly string[], name: string): Decoded {
  const { items, maxItems } = schema as { items?: TSchema; maxItems?: number };
  const invalid = (detail: string): Decoded => ({ ok: false, errors: [{ pointer: `?${name}`, detail }] });
  if (items === undefined) {
    const [rawValue = '', ...more] = rawValues;
    return more.length === 0 ? decodeRawValue(schema, rawValue, name) : invalid('must not be repeated');
  }
  if (maxItems !== undefined && rawValues.length > maxItems) {
    return invalid(`must not appear more than ${maxItems} times, but appears ${rawValues.length} times`);
  }
  const decoded = rawValues.map((rawValue) => decodeRawValue(items, rawValue, name));
  const errors = decoded.flatMap((entry) => (entry.ok ? [] : entry.errors.slice(0, 1)));
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, 1) };
  return { ok: true, value: decoded.flatMap((entry) => (entry.ok ? [entry.value] : [])) };
}

/** Matches a query that must be decoded by a form parser. */
const encoded = /[^\w.~=&-]/;

/**
 * The raw values of each parameter, by name and in order (URL Standard, application/x-www-form-urlencoded). A query
 * without percent-encoding is only split, which takes a fifth of the time of the platform's parser.
 */
export function parseQueryString(query: string): Map<string, string[]> {
  const form = new Map<string, string[]>();
  const add = (name: string, text: string) => {
    const rawValues = form.get(name);
    if (rawValues === undefined) form.set(name, [text]);
    else rawValues.push(text);
  };
  if (encoded.test(query)) {
    // It would drop a question mark at the beginning, which here belongs to the first name.
    for (const [name, text] of new URLSearchParams(`?${query}`)) add(name, text);
    return form;
  }
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals >= 0) add(pair.slice(0, equals), pair.slice(equals + 1));
    else if (pair !== '') add(pair, '');
  }
  return form;
}
