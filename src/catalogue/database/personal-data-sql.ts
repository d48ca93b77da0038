import { type Queryable, type Statement, statement } from '../../store/statement.ts';

/** Ways to reach somebody that a row has. */
export interface Ways {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

type Scan = Statement<readonly [id: bigint, email: string | null, phone: string | null]>;

/** The tables with people, which have no index for this. */
const scans = {
  inquiries: scanOf('inquiries', 'id', 'phone'),
  orders: scanOf('order_contacts', 'order_id', 'phone'),
  people: scanOf('people', 'id', 'NULL'),
};
const stepRows = 1_000;

function scanOf(table: string, id: string, phone: string): Scan {
  return statement(`SELECT ${id}, email, ${phone} FROM ${table} WHERE ${id} > $1 ORDER BY ${id} LIMIT $2`);
}

/** The ids of rows with such ways. Reads the whole table, in steps that are short. */
export async function findIdsBy(
  db: Queryable,
  table: keyof typeof scans,
  isWanted: (ways: Ways) => boolean,
): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const rows: (readonly [bigint, string | null, string | null])[] = await db.query(scans[table], [
      after,
      BigInt(stepRows),
    ]);
    for (const [id, email, phone] of rows) if (isWanted({ email, phone })) ids.push(id);
    after = rows.length < stepRows ? undefined : rows.at(-1)?.[0];
  }
  return ids;
}
