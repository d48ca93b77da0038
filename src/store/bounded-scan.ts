import type { PageRange } from './keyset.ts';
import { type RowTest, selectRange } from './search/sorted-selection.ts';
import { type Param, type Reader, type Relation, sourceOf, statement } from './statement.ts';
import { inSteps } from './steps.ts';

/** Rows that are found by reading other rows in their order and testing each of them. */
export interface Scan extends Relation {
  /** The column with the ids. */
  id: string;
  /** Conditions that an index of the table can use. */
  conditions: readonly RowTest[];
  /** Literal conditions that exclude each other, one of which a row must meet. An index gives the order of ids for each. */
  anyOf?: readonly string[] | undefined;
  /** A column and its value, for which the index over the column and the ids is used. */
  indexed?: readonly [column: string, value: Param] | undefined;
  /** Conditions for which rows are read and tested. */
  filters: readonly RowTest[];
}

export interface Scanned {
  ids: bigint[];
  /** Up to which id rows were read, if there are more after it. */
  scannedTo: bigint | undefined;
}

/** So few that a page takes some milliseconds, whatever the filters and however many rows there are. */
export const maxScanned = 2_000;

/** Parts of a list that are read for one page while none has a matching row. */
export const maxScans = 20;

/** The ids of a page of the matching rows, of at most `maxScanned` rows that are read. */
export async function queryScan(db: Reader, scan: Scan, { after, limit }: PageRange): Promise<Scanned> {
  if (scan.filters.length === 0) return { ids: await queryIds(db, scan, { after, limit }), scannedTo: undefined };
  const { steps } = db.dialect;
  const { rows, next } = await inSteps<bigint, bigint>(steps, limit, async (from = after, wanted) => {
    const upTo = await findEnd(db, scan, from, maxScanned / steps);
    return { rows: await queryIds(db, scan, { after: from, upTo, limit: wanted }), next: upTo };
  });
  return { ids: rows, scannedTo: next };
}

/** The number of matching rows; `undefined` if more than `maxScanned` rows would have to be read. */
export async function countScan(db: Reader, scan: Scan): Promise<bigint | undefined> {
  if ((await findEnd(db, scan, undefined, maxScanned)) !== undefined) return undefined;
  return BigInt((await queryScan(db, scan, { after: undefined, limit: maxScanned })).ids.length);
}

interface Part {
  after?: bigint | undefined;
  upTo?: bigint | undefined;
  limit: number;
  offset?: number;
}

/** The id of the last of so many rows; `undefined` if the rows end before. Reads the index alone. */
async function findEnd(db: Reader, scan: Scan, after: bigint | undefined, rows: number): Promise<bigint | undefined> {
  const [id] = await queryIds(db, { ...scan, filters: [] }, { after, limit: 1, offset: rows - 1 });
  return id;
}

async function queryIds(db: Reader, scan: Scan, { after, upTo, limit, offset }: Part): Promise<bigint[]> {
  const { id, conditions, anyOf, indexed, filters } = scan;
  const table = sourceOf(db.dialect, scan);
  const params: Param[] = [];
  const bind = (value: Param) => `$${params.push(value)}`;
  const wanted = conditions.map((condition) => condition(bind));
  let order = id;
  if (indexed !== undefined) {
    const seek = db.dialect.seek(indexed[0], indexed[1], after, params, { id, upTo });
    wanted.push(seek.condition);
    order = seek.order;
  } else {
    if (after !== undefined) wanted.push(`${id} > ${bind(after)}`);
    if (upTo !== undefined) wanted.push(`${id} <= ${bind(upTo)}`);
  }
  wanted.push(...filters.map((filter) => filter(bind)));
  const text = selectRange({ columns: id, table, wanted, anyOf, order, mergedOrder: id }, { limit, offset }, bind);
  return (await db.query(statement<readonly [bigint]>(text), params)).map(([found]) => found);
}
