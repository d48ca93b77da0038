import { nextTurn } from '../lib/next-tick.ts';
import { type Queryable, statement } from '../store/statement.ts';

/** Ways to reach somebody that a row has. */
export interface Ways {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

type FoundRow = readonly [id: bigint, email: string | null, phone: string | null];

/** The tables with people, which have no index for this. */
const scans = {
  inquiries: scanOf('inquiries', 'id', 'phone'),
  orders: scanOf('order_contacts', 'order_id', 'phone'),
  people: scanOf('people', 'id', 'NULL'),
  /** Notes on animals, which can have both anywhere. */
  notes: scanOf('pet_notes', 'id', 'text', 'text'),
};
const stepRows = 1_000;

function scanOf(table: string, id: string, phone: string, email = 'email') {
  return statement<FoundRow>(`SELECT ${id}, ${email}, ${phone} FROM ${table} WHERE ${id} > $1 ORDER BY ${id} LIMIT $2`);
}

/** The ids of rows with such ways. Reads the whole table, in steps that are short. */
export async function findIdsBy(db: Queryable, table: keyof typeof scans, isWanted: (ways: Ways) => boolean) {
  const found: bigint[] = [];
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const rows: FoundRow[] = await db.query(scans[table], [after, BigInt(stepRows)]);
    found.push(...rows.filter(([, email, phone]) => isWanted({ email, phone })).map(([id]) => id));
    // Ends the snapshot of SQLite, which keeps the write-ahead log.
    await nextTurn();
    after = rows.length < stepRows ? undefined : rows.at(-1)?.[0];
  }
  return found;
}
