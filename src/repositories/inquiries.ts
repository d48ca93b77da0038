import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { Inquiry, InquiryDraft, InquiryStatus } from '../model/inquiries.ts';
import { type PageRange, queryCount, queryPage, type Selection } from '../store/keyset.ts';
import {
  erasableStatement,
  type Param,
  type Queryable,
  type Reader,
  statement,
  type Transaction,
} from '../store/statement.ts';

export interface InquiryFilters {
  status?: InquiryStatus | undefined;
  petId?: bigint | undefined;
}

type InquiryRow = readonly [
  id: bigint,
  petId: bigint,
  status: InquiryStatus,
  createdAt: bigint,
  closedAt: bigint | null,
  name: string,
  email: string | null,
  phone: string | null,
  message: string,
];

const columns = 'id, pet_id, status, created_at, closed_at, name, email, phone, message';
const insert = erasableStatement<never>(
  `INSERT INTO inquiries (pet_id, status, created_at, submission, name, email, phone, message)
   VALUES ($1, 'open', $2, $3, $4, $5, $6, $7)`,
);
const findById = statement<InquiryRow>(`SELECT ${columns} FROM inquiries WHERE id = $1`);
const findBySubmission = statement<InquiryRow>(`SELECT ${columns} FROM inquiries WHERE submission = $1`);
const countOpen = statement<readonly [bigint]>(
  "SELECT count(*) FROM (SELECT id FROM inquiries WHERE status = 'open' LIMIT $1) AS counted",
);
const countOpenOfPet = statement<readonly [bigint]>(
  "SELECT count(*) FROM (SELECT id FROM inquiries WHERE pet_id = $1 AND status = 'open' LIMIT $2) AS counted",
);
const countUntil = statement<readonly [bigint]>('SELECT count(*) FROM inquiries WHERE created_at <= $1');
const saveClosed = erasableStatement<never>("UPDATE inquiries SET status = 'closed', closed_at = $1 WHERE id = $2");
const remove = erasableStatement<never>('DELETE FROM inquiries WHERE id = $1');
const removeBetween = erasableStatement<readonly [id: bigint, createdAt: bigint]>(
  `DELETE FROM inquiries WHERE id IN
   (SELECT id FROM inquiries WHERE created_at >= $1 AND created_at <= $2 ORDER BY created_at LIMIT $3)
   RETURNING id, created_at`,
);

/** Stores a new inquiry, which is open. `submission` is unique. */
export async function insertInquiry(
  tx: Transaction,
  draft: InquiryDraft,
  { at, submission }: { at: bigint; submission: string | undefined },
): Promise<Inquiry> {
  const { petId, name, email, phone, message } = draft;
  const params: Param[] = [petId, at, submission ?? null, name, email ?? null, phone ?? null, message];
  return { ...draft, id: await tx.insert(insert, params), status: 'open', createdAt: at };
}

export function findInquiry(db: Queryable, id: bigint): MaybePromise<Inquiry | undefined> {
  return andThen(db.query(findById, [id]), ([row]) => row && toInquiry(row));
}

/** The inquiry that was made by sending this form. */
export function findInquiryBySubmission(db: Queryable, submission: string): MaybePromise<Inquiry | undefined> {
  return andThen(db.query(findBySubmission, [submission]), ([row]) => row && toInquiry(row));
}

/** A page of the matching inquiries, by ascending id. */
export function findInquiries(db: Reader, filters: InquiryFilters, range: PageRange): MaybePromise<Inquiry[]> {
  return andThen(queryPage<InquiryRow>(db, select(filters), range), (rows) => rows.map(toInquiry));
}

export function countInquiries(db: Queryable, filters: InquiryFilters): MaybePromise<bigint> {
  return queryCount(db, select(filters));
}

/** The number of inquiries that were made at or before this time (epoch ms). */
export function countInquiriesUntil(db: Queryable, until: bigint): MaybePromise<bigint> {
  return andThen(db.query(countUntil, [until]), ([row]) => row?.[0] ?? 0n);
}

/** The number of open inquiries, of an animal or of all; counts up to `limit`. */
export async function countOpenInquiries(db: Queryable, limit: number, petId?: bigint): Promise<number> {
  const rows =
    petId === undefined ? db.query(countOpen, [BigInt(limit)]) : db.query(countOpenOfPet, [petId, BigInt(limit)]);
  return Number((await rows)[0]?.[0] ?? 0n);
}

export async function closeInquiry(tx: Transaction, id: bigint, closedAt: bigint): Promise<void> {
  await tx.query(saveClosed, [closedAt, id]);
}

export async function deleteInquiry(tx: Transaction, id: bigint): Promise<void> {
  await tx.query(remove, [id]);
}

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

function toInquiry([id, petId, status, createdAt, closedAt, name, email, phone, message]: InquiryRow): Inquiry {
  return {
    id,
    petId,
    status,
    name,
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    message,
    createdAt,
    ...(closedAt !== null && { closedAt }),
  };
}
