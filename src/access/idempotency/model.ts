export interface StoredResponse {
  status: number;
  /** Path of the created resource, relative to the base address. */
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
