import { idempotencyHours } from '../../../contract/limits.ts';
import type { IdempotentRequest, IdempotentResponse, StoredResponse } from '../../api/call.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { hourMs } from '../../lib/timestamp.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import type { IdempotencyRecord } from './model.ts';
import {
  deleteIdempotencyRecord,
  deleteIdempotencyRecords,
  findIdempotencyRecord,
  insertIdempotencyRecords,
} from './sql.ts';

const idempotencyPeriodMs = idempotencyHours * hourMs;

/** The response of a write that has just run. */
export interface NewResponse extends StoredResponse {
  /** The id of its resource, where that is stored instead of the body. */
  resourceId?: bigint | undefined;
  /** The body that is stored, where it is another one. */
  stored?: string | undefined;
}

/**
 * Runs a write, or returns the response that is stored for the idempotency key. It is stored in the transaction of the write. A
 * write that fails stores none. With `makeAgain` it is stored without its body, which that makes of the resource as it is now.
 * @throws ServiceError `idempotency_key_reused` when the earlier request had another payload
 */
export async function runOnce(
  tx: Transaction,
  request: IdempotentRequest | undefined,
  run: () => Promise<NewResponse>,
  makeAgain?: (tx: Transaction, resourceId: bigint) => Promise<string>,
): Promise<IdempotentResponse> {
  if (request === undefined) {
    const { resourceId: _, stored: __, ...response } = await run();
    return { ...response, isReplay: false };
  }
  const { keyId, idempotencyKey, fingerprint, now } = request;
  const record = await findIdempotencyRecord(tx, keyId, idempotencyKey);
  if (isValid(record, now)) {
    if (record.fingerprint !== fingerprint) {
      const message =
        'This Idempotency-Key was used with another payload. Nothing was changed; use a new key for a new request.';
      throw new ServiceError('idempotency_key_reused', message);
    }
    const { response } = record;
    const body = makeAgain === undefined ? response.body : await makeAgain(tx, BigInt(response.body));
    return { ...response, body, isReplay: true };
  }
  if (record !== undefined) await deleteIdempotencyRecord(tx, keyId, idempotencyKey);
  const made = await run();
  await insertIdempotencyRecords(tx, [toRecord(request, made)]);
  const { resourceId: _, stored: __, ...response } = made;
  return { ...response, isReplay: false };
}

/** Whether a response is stored for the idempotency key, even one to another payload. */
export async function hasStoredResponse(
  db: Queryable,
  { keyId, idempotencyKey, now }: IdempotentRequest,
): Promise<boolean> {
  return isValid(await findIdempotencyRecord(db, keyId, idempotencyKey), now);
}

/**
 * Runs many writes at once, each with another idempotency key or none. It does not look for stored responses: if there is
 * one, the unique key of the records makes the transaction fail.
 */
export async function runAllOnce(
  tx: Transaction,
  requests: readonly (IdempotentRequest | undefined)[],
  run: () => Promise<NewResponse[]>,
): Promise<IdempotentResponse[]> {
  const responses = await run();
  const records = responses.flatMap((response, index) => {
    const request = requests[index];
    return request === undefined ? [] : [toRecord(request, response)];
  });
  if (records.length > 0) await insertIdempotencyRecords(tx, records);
  // On their way from the writer thread, members cost something even if they are `undefined`.
  return responses.map(({ status, location, body }) => ({ status, location, body, isReplay: false }));
}

/** Deletes up to `limit` expired records, the oldest first, and returns where to continue. */
export const deleteExpiredIdempotencyRecords: Command<
  { now: bigint; limit: number; from: bigint },
  bigint | undefined
> = {
  name: 'deleteExpiredIdempotencyRecords',
  run: (tx, { now, limit, from }) => deleteIdempotencyRecords(tx, { from, to: expiry(now), limit }),
};

function toRecord(
  { now, ...request }: IdempotentRequest,
  { status, location, body, stored = body, resourceId }: NewResponse,
): IdempotencyRecord {
  const kept = resourceId === undefined ? stored : String(resourceId);
  return { ...request, response: { status, location, body: kept }, createdAt: now };
}

function isValid(record: IdempotencyRecord | undefined, now: bigint): record is IdempotencyRecord {
  return record !== undefined && record.createdAt > expiry(now);
}

function expiry(now: bigint): bigint {
  return now - BigInt(idempotencyPeriodMs);
}
