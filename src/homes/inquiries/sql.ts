import { withoutNulls } from '../../lib/objects.ts';
import { withActors } from '../../record/events/actor-sql.ts';
import { type Stamp, toActor } from '../../record/events/model.ts';
import { type Bind, listOf, type Selection } from '../../store/keyset.ts';
import { asObject, execute, oneInteger, oneRow } from '../../store/queries.ts';
import { erasableStatement, type Param, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { ContactRow } from '../orders/model.ts';
import {
  type Expiry,
  type Inquiry,
  type InquiryChanges,
  type InquiryDraft,
  type InquiryStage,
  type InquiryStatus,
  inquiryActors,
} from './model.ts';

export interface InquiryFilters {
  status?: InquiryStatus | undefined;
  stage?: InquiryStage | undefined;
  petId?: bigint | undefined;
  assigneeId?: bigint | undefined;
  assigned?: boolean | undefined;
  sort?: 'id' | '-id' | undefined;
}

/** Release 1.1.0 closes inquiries without their stage. */
const stage = `CASE WHEN status = 'closed' AND stage IN ('new', 'reviewing', 'approved') THEN 'closed' ELSE stage END`;
const members =
  'id, pet_id, status, stage, reason, assignee, note, order_id, name, email, phone, message, created_at, closed_at, created_by, closed_by, reviewed_at';
const columns = members.replace('stage', stage).replace('assignee', "'person:' || assignee_id");
const toInquiry = withActors(asObject<Inquiry>(members), inquiryActors);
const insert = erasableStatement<never>(
  `INSERT INTO inquiries (pet_id, status, created_at, created_by, submission, name, email, phone, message)
   VALUES ($1, 'open', $2, $3, $4, $5, $6, $7, $8)`,
);
const saveWork = erasableStatement<never>(
  `UPDATE inquiries SET reason = CASE WHEN stage = $1 THEN reason END, stage = $1, assignee_id = $2, note = $3, order_id = $4,
    reviewed_at = $5 WHERE id = $6`,
);
const countOpen = oneInteger<[limit: bigint]>(
  "SELECT count(*) FROM (SELECT id FROM inquiries WHERE status = 'open' LIMIT $1) AS counted",
);
const countOpenOfPet = oneInteger<[petId: bigint, limit: bigint]>(
  "SELECT count(*) FROM (SELECT id FROM inquiries WHERE pet_id = $1 AND status = 'open' LIMIT $2) AS counted",
);
/** When the days of an inquiry begin. */
const keptFrom = 'CASE WHEN reviewed_at IS NULL THEN created_at ELSE coalesce(closed_at, reviewed_at) END';
/** Beside the expired ones, an index finds those under review, of which there are few. */
const expired = `inquiries WHERE ${keptFrom} >= $1 AND ${keptFrom} <= $2
  AND (reviewed_at IS NULL OR closed_at IS NOT NULL OR reviewed_at <= $3)`;
const removeExpired = erasableStatement<readonly [id: bigint, keptFrom: bigint]>(
  `DELETE FROM inquiries WHERE id IN (SELECT id FROM ${expired} ORDER BY ${keptFrom} LIMIT $4) RETURNING id, ${keptFrom}`,
);
const countExpired = oneInteger<[from: bigint, until: bigint, reviewedUntil: bigint]>(
  `SELECT count(*) FROM ${expired}`,
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
  const id = await tx.insert(insert, params);
  return { ...draft, id, status: 'open', stage: 'new', createdAt: at, createdBy: toActor(actor) };
}

const ofOpenForms = statement<readonly [name: string, email: string | null, phone: string | null, message: string]>(
  "SELECT name, email, phone, message FROM inquiries WHERE pet_id = $1 AND status = 'open' AND submission IS NOT NULL",
);

/** What people have sent with forms about an animal, in inquiries that are open. */
export async function findOpenForms(db: Queryable, petId: bigint): Promise<Omit<InquiryDraft, 'petId'>[]> {
  const rows = await db.query(ofOpenForms, [petId]);
  return rows.map(([name, email, phone, message]) => ({ name, ...withoutNulls({ email, phone }), message }));
}

/** Who has asked before an inquiry, the newest first. */
export const contactsOfInquiries = statement<ContactRow>(
  'SELECT id, name, email, phone FROM inquiries WHERE id < $1 ORDER BY id DESC LIMIT $2',
);

export const findInquiry = oneRow<[id: bigint], Inquiry>(`SELECT ${columns} FROM inquiries WHERE id = $1`, toInquiry);

/** The inquiry that was made by sending a form: by the hash of its number. */
export const findInquiryBySubmission = oneRow<[submission: string], Inquiry>(
  `SELECT ${columns} FROM inquiries WHERE submission = $1`,
  toInquiry,
);

/** The inquiry that an order of this animal was made from. */
export const findInquiryOfOrder = oneRow<[petId: bigint, orderId: bigint], Inquiry>(
  `SELECT ${columns} FROM inquiries WHERE pet_id = $1 AND order_id = $2`,
  toInquiry,
);

export const { find: findInquiries, count: countInquiries } = listOf(select, toInquiry);

export function countExpiredInquiries(db: Queryable, { until, reviewedUntil }: Expiry): Promise<bigint> {
  return countExpired(db, 0n, until, reviewedUntil);
}

/** The number of open inquiries, of an animal or of all; counts up to `limit`. */
export async function countOpenInquiries(db: Queryable, limit: number, petId?: bigint): Promise<number> {
  const most = BigInt(limit);
  return Number(await (petId === undefined ? countOpen(db, most) : countOpenOfPet(db, petId, most)));
}

/** What of an inquiry those who work with it have changed. */
export interface InquiryWork extends Required<InquiryChanges> {
  orderId: bigint | null;
}

/** Stores the work on an inquiry. */
export async function saveInquiryWork(
  tx: Transaction,
  id: bigint,
  { stage: changed, assigneeId, note, orderId }: InquiryWork,
  reviewedAt: bigint | null,
): Promise<void> {
  await tx.query(saveWork, [changed, assigneeId, note, orderId, reviewedAt, id]);
}

export const saveInquiryStatus = execute<
  [status: InquiryStatus, closedAt: bigint | null, closedBy: string | null, id: bigint]
>(erasableStatement('UPDATE inquiries SET status = $1, closed_at = $2, closed_by = $3 WHERE id = $4'));

export const deleteInquiryRow = execute<[id: bigint]>(erasableStatement('DELETE FROM inquiries WHERE id = $1'));

/** Deletes up to `limit` of the expired inquiries whose days began at or after `from` (epoch ms), the oldest first. */
export async function deleteInquiries(
  tx: Transaction,
  { until, reviewedUntil }: Expiry,
  { from, limit }: { from: bigint; limit: number },
): Promise<{ id: bigint; keptFrom: bigint }[]> {
  const rows = await tx.query(removeExpired, [from, until, reviewedUntil, BigInt(limit)]);
  return rows.map(([id, began]) => ({ id, keptFrom: began }));
}

function select({ status, stage: wanted, petId, assigneeId, assigned, sort }: InquiryFilters): Selection {
  const filters: [column: string, value: Param | undefined][] = [
    ['assignee_id', assigneeId],
    ['pet_id', petId],
    [stage, wanted],
    ['status', status],
  ];
  const [indexed, ...others] = filters.flatMap(([column, value]) =>
    value === undefined ? [] : [[column, value] as const],
  );
  return {
    table: 'inquiries',
    columns,
    indexed,
    conditions: [
      ...others.map(
        ([column, value]) =>
          (bind: Bind) =>
            `${column} = ${bind(value)}`,
      ),
      ...(assigned === undefined ? [] : [`assignee_id IS ${assigned ? 'NOT NULL' : 'NULL'}`]),
    ],
    isDescending: sort === '-id',
  };
}
