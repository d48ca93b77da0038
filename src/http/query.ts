import { ServiceError } from '../errors.ts';
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

/**
 * Reads the query of a list.
 * @throws ServiceError `unknown_parameter` or `invalid_parameter`, naming every parameter that is wrong.
 */
export function readListQuery(operation: ListOperation, query: string): ListQuery {
  const { values, spelled } = readQuery(operation, query);
  const { limit = defaultLimit, cursor, ...filters } = values;
  return { limit: limit as number, cursor: cursor as string | undefined, filters, spelledFilters: spelled.join('&') };
}

/**
 * Reads the query of an operation that has parameters there: their values, and all but those of paging as they stand.
 * @throws ServiceError `unknown_parameter` or `invalid_parameter`, naming every parameter that is wrong.
 */
export function readQuery(
  operation: Operation,
  query: string,
): { values: Record<string, unknown>; spelled: readonly string[] } {
  const given = readForm(query);
  refuseUnknown(operation, given);
  const values: Record<string, unknown> = {};
  const spelled: string[] = [];
  const faults: string[] = [];
  for (const name in operation.query) {
    const texts = given.get(name);
    const schema = operation.query[name]?.schema;
    if (texts === undefined || schema === undefined) continue;
    const decoded = decodeParameter(schema, texts, name);
    if (decoded.ok) values[name] = decoded.value;
    else faults.push(...decoded.faults);
    if (name !== 'limit' && name !== 'cursor') spelled.push(...texts.map((text) => `${name}=${text}`));
  }
  if (faults.length > 0) throw new ServiceError('invalid_parameter', `The query is wrong. ${faults.join('; ')}.`);
  return { values, spelled };
}

/** A mistyped filter must not quietly show more than was asked for. */
function refuseUnknown(operation: Operation, given: ReadonlyMap<string, unknown>): void {
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(operation.query, name));
  if (unknown.length === 0) return;
  const names = unknown.slice(0, 5).map(printable).join(', ');
  const known = Object.keys(operation.query).join(', ');
  throw new ServiceError('unknown_parameter', `There is no parameter ${names} here; the parameters are ${known}.`);
}

function decodeParameter(schema: TSchema, texts: readonly string[], name: string): Decoded {
  const { items, maxItems } = schema as { items?: TSchema; maxItems?: number };
  if (items === undefined) {
    const [text = '', ...more] = texts;
    return more.length === 0
      ? decodeText(schema, text, name)
      : { ok: false, faults: [`${name}: must stand only once`] };
  }
  if (maxItems !== undefined && texts.length > maxItems) {
    return {
      ok: false,
      faults: [`${name}: may be repeated up to ${maxItems} times, and stands ${texts.length} times`],
    };
  }
  const decoded = texts.map((text) => decodeText(items, text, name));
  const faults = decoded.flatMap((entry) => (entry.ok ? [] : entry.faults));
  if (faults.length > 0) return { ok: false, faults: [...new Set(faults)] };
  return { ok: true, value: decoded.flatMap((entry) => (entry.ok ? [entry.value] : [])) };
}
