import { listOf, type Selection } from '../../store/keyset.ts';
import { asObject, execute, oneInteger, oneRow } from '../../store/queries.ts';
import { erasableStatement, type Param, type Queryable, type Transaction } from '../../store/statement.ts';
import { withActors } from '../events/actor-sql.ts';
import { type Stamp, toActor } from '../events/model.ts';
import { type Inquiry, type InquiryDraft, type InquiryStatus, inquiryActors } from './model.ts';

export interface InquiryFilters {
  status?: InquiryStatus | undefined;
  petId?: bigint | undefined;
}

const columns = 'id, pet_id, status, name, email, phone, message, created_at, closed_at, created_by, closed_by';
const toInquiry = withActors(asObject<Inquiry>(columns), inquiryActors);
const insert = erasableStatement<never>(
  `INSERT INTO inquiries (pet_id, status, created_at, created_by, submission, name, email, phone, message)
   VALUES ($1, 'open', $2, $3, $4, $5, $6, $7, $8)`,
);
const countOpen = oneInteger<[limit: bigint]>(
  "SELECT count(*) FROM (SELECT id FROM inquiries WHERE status = 'open' LIMIT $1) AS counted",
);
const countOpenOfPet = oneInteger<[petId: bigint, limit: bigint]>(
  "SELECT count(*) FROM (SELECT id FROM inquiries WHERE pet_id = $1 AND status = 'open' LIMIT $2) AS counted",
);
const removeBetween = erasableStatement<readonly [id: bigint, createdAt: bigint]>(
  `DELETE FROM inquiries WHERE id IN
   (SELECT id FROM inquiries WHERE created_at >= $1 AND created_at <= $2 ORDER BY created_at LIMIT $3)
   RETURNING id, created_at`,
);

/** Stores a new inquiry, which is open. `submission` is unique. */
export async function insertInquiry(
  tx: Transaction,
  draft: InquiryDraft,
  { at, actor }: Stamp,
  submission: string | undefined,
): Promise<Inquiry> {
  const { petId, name, email, phone, message } = draft;
  const params: Param[] = [petId, at, actor, submission ?? null, name, email ?? null, phone ?? null, message];
  return { ...draft, id: await tx.insert(insert, params), status: 'open', createdAt: at, createdBy: toActor(actor) };
}

export const findInquiry = oneRow<[id: bigint], Inquiry>(`SELECT ${columns} FROM inquiries WHERE id = $1`, toInquiry);

/** The inquiry that was made by sending this form. */
export const findInquiryBySubmission = oneRow<[submission: string], Inquiry>(
  `SELECT ${columns} FROM inquiries WHERE submission = $1`,
  toInquiry,
);

export const { find: findInquiries, count: countInquiries } = listOf(select, toInquiry);

/** The number of inquiries that were made at or before this time (epoch ms). */
export const countInquiriesUntil = oneInteger<[until: bigint]>('SELECT count(*) FROM inquiries WHERE created_at <= $1');

/** The number of open inquiries, of an animal or of all; counts up to `limit`. */
export async function countOpenInquiries(db: Queryable, limit: number, petId?: bigint): Promise<number> {
  const most = BigInt(limit);
  return Number(await (petId === undefined ? countOpen(db, most) : countOpenOfPet(db, petId, most)));
}

export const saveInquiryEnd = execute<[closedAt: bigint, closedBy: string, id: bigint]>(
  erasableStatement("UPDATE inquiries SET status = 'closed', closed_at = $1, closed_by = $2 WHERE id = $3"),
);

export const deleteInquiryRow = execute<[id: bigint]>(erasableStatement('DELETE FROM inquiries WHERE id = $1'));

/** Deletes up to `limit` of the inquiries of a period (epoch ms, inclusive), the oldest first. */
export async function deleteInquiries(
  tx: Transaction,
  { from, to, limit }: { from: bigint; to: bigint; limit: number },
): Promise<{ id: bigint; createdAt: bigint }[]> {
  const rows = await tx.query(removeBetween, [from, to, BigInt(limit)]);
  return rows.map(([id, createdAt]) => ({ id, createdAt }));
}

function select({ status, petId }: InquiryFilters): Selection {
  if (petId === undefined) {
    return { table: 'inquiries', columns, indexed: status === undefined ? undefined : ['status', status] };
  }
  const conditions = status === undefined ? [] : [`status = '${status}'`];
  return { table: 'inquiries', columns, conditions, indexed: ['pet_id', petId] };
}
