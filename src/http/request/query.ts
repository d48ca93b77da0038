import { defaultPageSize } from '../../../contract/limits.ts';
import type { ListOperation, Operation } from '../../api/operation.ts';
import type { ParameterValues } from '../../api/path.ts';
import type { TSchema } from '../../api/schemas.ts';
import type { FieldError } from '../../errors/faults.ts';
import { invalidParameters, ServiceError, toSentences } from '../../errors/service-error.ts';
import { unknownNames } from './decode.ts';
import { addError, decodeRawValue } from './scalars.ts';

/**
 * Reads the query of a list: the page that it asks for, and its filters. In canonical form these are part of the cursor's
 * MAC, and repeated in the address of the next page.
 * @throws ServiceError `unknown_parameter` or `invalid_parameter`, listing every invalid parameter
 */
export function readListQuery(operation: ListOperation, query: string) {
  const { values, canonicalFilters } = readQuery(operation, query);
  const { limit, cursor, ...filters } = values as ParameterValues & { limit?: number; cursor?: string };
  return {
    limit: limit ?? operation.defaultLimit?.(filters) ?? defaultPageSize,
    cursor,
    filters,
    canonicalFilters: canonicalFilters.join('&'),
  };
}

/**
 * Reads the query of an operation: the values of its parameters, and the filters in canonical form.
 * @throws ServiceError `unknown_parameter` or `invalid_parameter`, listing every invalid parameter
 */
export function readQuery(operation: Operation, query: string) {
  const given = parseQueryString(query);
  const values: Record<string, unknown> = {};
  const canonicalFilters: string[] = [];
  const errors: FieldError[] = [];
  for (const name in operation.query) {
    const { schema, formerName } = operation.query[name] ?? {};
    let rawValues = given.get(name);
    if (rawValues === undefined && formerName !== undefined) {
      rawValues = given.get(formerName);
      given.delete(formerName);
    }
    if (rawValues === undefined || schema === undefined) continue;
    const faults: FieldError[] = [];
    const value = decodeParameter(schema, rawValues, faults);
    if (faults[0] !== undefined) errors.push({ ...faults[0], pointer: `?${name}` });
    values[name] = value;
    // A default says the same as nothing.
    const isDefault = 'default' in schema && value === schema.default;
    if (name !== 'limit' && name !== 'cursor' && !isDefault) {
      canonicalFilters.push(...rawValues.map((text) => `${name}=${encodeURIComponent(text)}`));
    }
  }
  rejectUnknown(operation, given, errors);
  if (errors.length > 0) throw invalidParameters(errors);
  return { values, canonicalFilters };
}

/**
 * A misspelled filter must not silently widen the list. On an operation without filters an unknown parameter can only be a
 * mistake, too: a filter of another operation, a key that does not belong in an address, or a cache buster that does nothing.
 * So all operations reject it. The error also lists the other invalid parameters.
 */
function rejectUnknown(operation: Operation, given: ReadonlyMap<string, unknown>, others: readonly FieldError[]): void {
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(operation.query, name));
  if (unknown.length === 0) return;
  const pointerTo = (name: string) => `?${encodeURIComponent(name.toWellFormed())}`;
  const fieldErrors = [...unknownNames('parameter', unknown, Object.keys(operation.query), pointerTo), ...others];
  throw new ServiceError('unknown_parameter', toSentences(fieldErrors), { fieldErrors });
}

/** Of several errors the first counts. */
function decodeParameter(schema: TSchema, rawValues: readonly string[], errors: FieldError[]): unknown {
  const { items, maxItems = Number.POSITIVE_INFINITY } = schema as { items?: TSchema; maxItems?: number };
  if (items === undefined) {
    const [text = ''] = rawValues;
    return rawValues.length === 1 ? decodeRawValue(schema, text, errors) : addError(errors, 'repeated');
  }
  if (rawValues.length > maxItems) {
    return addError(errors, 'too_often', maxItems, rawValues.length);
  }
  return rawValues.map((text) => decodeRawValue(items, text, errors));
}

/** Matches a query that must be decoded by a form parser. */
const encoded = /[^\w.~=&-]/;

/**
 * The raw values of each parameter, by name and in order (URL Standard, application/x-www-form-urlencoded). A query
 * without percent-encoding is only split, which takes a fifth of the time of the platform's parser.
 */
export function parseQueryString(query: string): Map<string, string[]> {
  const form = new Map<string, string[]>();
  if (encoded.test(query)) {
    // It would drop a question mark at the beginning, which here belongs to the first name.
    for (const [name, text] of new URLSearchParams(`?${query}`)) form.getOrInsert(name, []).push(text);
    return form;
  }
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals >= 0) form.getOrInsert(pair.slice(0, equals), []).push(pair.slice(equals + 1));
    else if (pair !== '') form.getOrInsert(pair, []).push('');
  }
  return form;
}
