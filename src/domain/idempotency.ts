import { ServiceError } from '../model/errors.ts';
import type { IdempotencyRecord, StoredResponse } from '../model/idempotency.ts';
import {
  deleteIdempotencyRecord,
  deleteIdempotencyRecordsUntil,
  findIdempotencyRecord,
  insertIdempotencyRecords,
} from '../repositories/idempotency.ts';
import type { Queryable, Transaction } from '../store/statement.ts';
import type { Command } from '../store/store.ts';

/** How long an answer is kept for a retry. */
export const idempotencyPeriodMs = 24 * 60 * 60 * 1_000;

/** A client's wish that a write is done once, however often it is asked for. */
export interface IdempotentRequest {
  /** The key that asks: two clients never meet in one idempotency key. */
  keyId: bigint;
  idempotencyKey: string;
  /** Hash over the operation and the payload. */
  fingerprint: string;
  /** Epoch milliseconds. */
  now: bigint;
}

export interface IdempotentResponse extends StoredResponse {
  /** True when the answer is that of an earlier request. */
  isReplay: boolean;
}

/**
 * Runs a write unless its claim was answered within the last 24 hours; then that answer is given again. The answer is
 * stored in the write's own transaction, so there is never one without the other. A write that fails stores nothing.
 * @throws ServiceError `idempotency_key_reused` when the earlier request had another payload.
 */
export async function runOnce(
  tx: Transaction,
  claim: IdempotentRequest | undefined,
  run: () => Promise<StoredResponse>,
): Promise<IdempotentResponse> {
  if (claim === undefined) return { ...(await run()), isReplay: false };
  const { keyId, idempotencyKey, fingerprint, now } = claim;
  const record = await findIdempotencyRecord(tx, keyId, idempotencyKey);
  if (isValid(record, now)) {
    if (record.fingerprint !== fingerprint) throw reused();
    return { ...record.response, isReplay: true };
  }
  if (record !== undefined) await deleteIdempotencyRecord(tx, keyId, idempotencyKey);
  const answer = await run();
  await insertIdempotencyRecords(tx, [toRecord(claim, answer)]);
  return { ...answer, isReplay: false };
}

/** Whether a claim has its answer already, be it the answer to another payload. */
export async function hasStoredResponse(
  db: Queryable,
  { keyId, idempotencyKey, now }: IdempotentRequest,
): Promise<boolean> {
  return isValid(await findIdempotencyRecord(db, keyId, idempotencyKey), now);
}

/**
 * Runs many writes at once, of which each has another claim, or none. It does not look for earlier answers: if there is
 * one, the store refuses its second record.
 */
export async function runAllOnce(
  tx: Transaction,
  claims: readonly (IdempotentRequest | undefined)[],
  run: () => Promise<StoredResponse[]>,
): Promise<IdempotentResponse[]> {
  const answers = await run();
  const records = answers.flatMap((answer, index) => {
    const claim = claims[index];
    return claim === undefined ? [] : [toRecord(claim, answer)];
  });
  if (records.length > 0) await insertIdempotencyRecords(tx, records);
  return answers.map((answer) => ({ ...answer, isReplay: false }));
}

const forgottenAtOnce = 1_000;

/** Forgets some of the answers whose period is over, few enough that no write waits long; tells whether there are more. */
export const deleteExpiredIdempotencyRecords: Command<{ now: bigint }, boolean> = {
  name: 'deleteExpiredIdempotencyRecords',
  run: async (tx, { now }) =>
    (await deleteIdempotencyRecordsUntil(tx, expiry(now), forgottenAtOnce)) === forgottenAtOnce,
};

function toRecord({ now, ...claim }: IdempotentRequest, answer: StoredResponse): IdempotencyRecord {
  return { ...claim, response: answer, createdAt: now };
}

function isValid(record: IdempotencyRecord | undefined, now: bigint): record is IdempotencyRecord {
  return record !== undefined && record.createdAt > expiry(now);
}

function expiry(now: bigint): bigint {
  return now - BigInt(idempotencyPeriodMs);
}

function reused(): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another payload. Nothing was changed; use a new key for a new request.',
  );
}
