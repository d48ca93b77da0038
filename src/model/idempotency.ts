/** The answer to a write, as it is kept for a retry. */
export interface StoredResponse {
  status: number;
  /** Path of what was made, relative to the version's base address. */
  location: string | null;
  body: string;
}

export interface IdempotencyRecord {
  keyId: bigint;
  idempotencyKey: string;
  /** Hash over the operation and the payload. */
  fingerprint: string;
  response: StoredResponse;
  /** Epoch milliseconds. */
  createdAt: bigint;
}
