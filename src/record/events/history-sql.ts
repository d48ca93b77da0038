import type { PageRange } from '../../store/keyset.ts';
import { type Param, type Queryable, statement, whereAll } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import type { Event, EventType } from './model.ts';
import { eventColumns, toEvent } from './sql.ts';

export interface EventFilters {
  petId?: bigint | undefined;
  orderId?: bigint | undefined;
  type?: EventType | undefined;
  actor?: string | undefined;
  importId?: bigint | undefined;
  sort?: 'id' | '-id' | undefined;
}

/** Events that are read for one page. No index finds them: each would cost every change of an animal. */
export const maxReadEvents = 20_000;

/**
 * Events that meet the filters, and the id after which the next page begins, if there may be more. A page may have fewer
 * events than there are, or none: it ends where enough of them were read.
 */
export async function findEventsBy(
  db: Queryable,
  { petId, orderId, type, actor, importId, sort }: EventFilters,
  { after, limit }: PageRange,
): Promise<{ entries: Event[]; next: bigint | undefined }> {
  const [beyond, upTo, order] = sort === '-id' ? ['<', '>=', 'id DESC'] : ['>', '<=', 'id'];
  const params: Param[] = [];
  const compare = (column: string, operator: string, value: Param | undefined) =>
    value === undefined ? [] : [`${column} ${operator} $${params.push(value)}`];
  const start = compare('id', beyond, after);
  const last = statement<readonly [bigint]>(
    `SELECT id FROM events${whereAll(start)} ORDER BY ${order} LIMIT 1 OFFSET ${maxReadEvents - 1}`,
  );
  const [[end] = []] = await db.query(last, params);
  const wanted = [
    ...start,
    ...compare('id', upTo, end),
    ...compare('pet_id', '=', petId),
    ...compare('order_id', '=', orderId),
    ...compare('type', '=', type),
    ...compare('actor', '=', actor),
    ...compare('import_id', '=', importId),
  ];
  const page = statement<Row>(
    `SELECT ${eventColumns} FROM events${whereAll(wanted)} ORDER BY ${order} LIMIT $${params.push(BigInt(limit + 1))}`,
  );
  const found = (await db.query(page, params)).map(toEvent);
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? entries.at(-1)?.id : end };
}
