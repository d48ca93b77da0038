import { type Fault, invalidParameters, ServiceError } from '../errors.ts';
import type { ListOperation, Operation } from '../operations/operation.ts';
import { defaultLimit } from '../operations/paging.ts';
import type { TSchema } from '../operations/schemas/base.ts';
import { type Decoded, decodeText, printable } from './decode.ts';
import { readForm } from './form.ts';

export interface ListQuery {
  limit: number;
  cursor: string | undefined;
  filters: Record<string, unknown>;
  /** The filters as a query, in one spelling: what a cursor is bound to and the next page's address repeats. */
  spelledFilters: string;
}

/** @throws ServiceError `unknown_parameter` or `invalid_parameter`, naming every parameter that is wrong */
export function readListQuery(operation: ListOperation, query: string): ListQuery {
  const { values, spelled } = readQuery(operation, query);
  const { limit, cursor, ...filters } = values;
  return {
    limit: (limit as number | undefined) ?? operation.entriesNamed?.(filters) ?? defaultLimit,
    cursor: cursor as string | undefined,
    filters,
    spelledFilters: spelled.join('&'),
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
  const given = readForm(query);
  const values: Record<string, unknown> = {};
  const spelled: string[] = [];
  const faults: Fault[] = [];
  for (const name in operation.query) {
    const texts = given.get(name);
    const schema = operation.query[name]?.schema;
    if (texts === undefined || schema === undefined) continue;
    const decoded = decodeParameter(schema, texts, name);
    if (decoded.ok) values[name] = decoded.value;
    else faults.push(...decoded.faults);
    if (name !== 'limit' && name !== 'cursor') {
      spelled.push(...texts.map((text) => `${name}=${encodeURIComponent(text)}`));
    }
  }
  refuseUnknown(operation, given, faults);
  if (faults.length > 0) throw invalidParameters(faults);
  return { values, spelled };
}

const maxToldNames = 5;

/** A mistyped filter must not quietly show more than was asked for. The error also tells what else is wrong. */
function refuseUnknown(operation: Operation, given: ReadonlyMap<string, unknown>, others: readonly Fault[]): void {
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(operation.query, name));
  if (unknown.length === 0) return;
  const told = unknown.slice(0, maxToldNames);
  const known = Object.keys(operation.query);
  const detail = known.length === 0 ? 'there are no parameters here' : `the parameters are ${known.join(', ')}`;
  const names = told.map(printable).join(', ');
  const more = others.map(({ pointer, detail: what }) => ` ${pointer.slice(1)}: ${what}.`).join('');
  throw new ServiceError('unknown_parameter', `There is no parameter ${names} here; ${detail}.${more}`, {
    faults: [...told.map((name) => ({ pointer: `?${encodeURIComponent(name.toWellFormed())}`, detail })), ...others],
  });
}

function decodeParameter(schema: TSchema, texts: readonly string[], name: string): Decoded {
  const { items, maxItems } = schema as { items?: TSchema; maxItems?: number };
  const fault = (detail: string): Decoded => ({ ok: false, faults: [{ pointer: `?${name}`, detail }] });
  if (items === undefined) {
    const [text = '', ...more] = texts;
    return more.length === 0 ? decodeText(schema, text, name) : fault('must stand only once');
  }
  if (maxItems !== undefined && texts.length > maxItems) {
    return fault(`may be repeated up to ${maxItems} times, and stands ${texts.length} times`);
  }
  const decoded = texts.map((text) => decodeText(items, text, name));
  const faults = decoded.flatMap((entry) => (entry.ok ? [] : entry.faults.slice(0, 1)));
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, 1) };
  return { ok: true, value: decoded.flatMap((entry) => (entry.ok ? [entry.value] : [])) };
}
