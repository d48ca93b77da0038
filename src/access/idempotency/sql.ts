import { deleteOldest, execute } from '../../store/queries.ts';
import { insertOf, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { IdempotencyRecord } from './model.ts';

type RecordRow = readonly [
  fingerprint: string,
  status: bigint,
  location: string | null,
  body: string,
  createdAt: bigint,
];

const find = statement<RecordRow>(
  `SELECT fingerprint, status, location, body, created_at FROM idempotency_records
   WHERE key_id = $1 AND idempotency_key = $2`,
);
const insert = insertOf<never>(
  7,
  (values) =>
    `INSERT INTO idempotency_records (key_id, idempotency_key, fingerprint, status, location, body, created_at)
     VALUES ${values}`,
);

export async function findIdempotencyRecord(
  db: Queryable,
  keyId: bigint,
  idempotencyKey: string,
): Promise<IdempotencyRecord | undefined> {
  const [row] = await db.query(find, [keyId, idempotencyKey]);
  if (row === undefined) return undefined;
  const [fingerprint, status, location, body, createdAt] = row;
  return { keyId, idempotencyKey, fingerprint, response: { status: Number(status), location, body }, createdAt };
}

export async function insertIdempotencyRecords(tx: Transaction, records: readonly IdempotencyRecord[]): Promise<void> {
  const params = records.flatMap(({ keyId, idempotencyKey, fingerprint, response, createdAt }) => [
    keyId,
    idempotencyKey,
    fingerprint,
    BigInt(response.status),
    response.location,
    response.body,
    createdAt,
  ]);
  await tx.query(insert(records.length), params);
}

export const deleteIdempotencyRecord = execute<[keyId: bigint, idempotencyKey: string]>(
  'DELETE FROM idempotency_records WHERE key_id = $1 AND idempotency_key = $2',
);

export const deleteIdempotencyRecords = deleteOldest(
  `DELETE FROM idempotency_records WHERE (key_id, idempotency_key) IN
   (SELECT key_id, idempotency_key FROM idempotency_records WHERE created_at >= $1 AND created_at <= $2
    ORDER BY created_at LIMIT $3) RETURNING created_at`,
);
