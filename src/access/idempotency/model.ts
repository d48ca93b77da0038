import type { StoredResponse } from '../../api/call.ts';

export interface IdempotencyRecord {
  keyId: bigint;
  idempotencyKey: string;
  /** Hash over the operation and the payload. */
  fingerprint: string;
  response: StoredResponse;
  /** Epoch milliseconds. */
  createdAt: bigint;
}
