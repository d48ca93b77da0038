import { maxIdempotencyKeyLength } from '../../../contract/limits.ts';
import type { IdempotentRequest, IdempotentResponse } from '../../api/call.ts';
import type { WriteCall } from '../../api/operation.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { TurnoverSet } from '../pipeline/turnover-set.ts';

const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/;
const bare = /^[\x21\x23-\x2b\x2d-\x7e]+$/;

/** A write as it was sent. */
export interface SentWrite {
  call: WriteCall;
  /** `undefined` for a request without one. */
  idempotencyKey: string | undefined;
  /** What a retry must have the same. */
  payload: readonly [text: string, body: Uint8Array];
  /** What the transaction must not wait for: checks against the outside world, or turns the body into what is stored. */
  prepare?: ((call: WriteCall) => Promise<WriteCall>) | undefined;
  /** Makes the body of the response of the one that is stored, where they differ. */
  show?: (body: string) => string;
}

/**
 * Reads `Idempotency-Key` (IETF httpapi draft) of a POST: a quoted string (RFC 8941, section 3.3.3), or the same without
 * quotes, which most clients send. @throws ServiceError `invalid_idempotency_key`
 */
export function readIdempotencyKey({ method, headers }: Request): string | undefined {
  const header = method === 'POST' ? headers.get('Idempotency-Key') : null;
  if (header === null) return undefined;
  const inner = quoted.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = inner ?? (bare.test(header) ? header : '');
  if (key !== '' && key.length <= maxIdempotencyKeyLength) return key;
  throw new ServiceError(
    'invalid_idempotency_key',
    `Invalid Idempotency-Key. Send it once, as 1 to ${maxIdempotencyKeyLength} visible ASCII characters without quotes and commas, such as a UUID.`,
  );
}

/** A hash of a large body, computed in another thread. */
export async function hashLarge(body: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>));
}

type Commit = (call: WriteCall) => Promise<IdempotentResponse>;
export type Retries = ReturnType<typeof createRetries>;

/**
 * Makes a write with an idempotency key happen once. Its response is stored in its own transaction (`runOnce` in
 * `access/idempotency/rules.ts`), so that a retry gets it.
 */
export function createRetries(hasStoredResponse: (request: IdempotentRequest) => Promise<boolean>) {
  /** Of the requests in progress in this process. */
  const keys = new TurnoverSet<string>();

  async function runSent({ call, payload, prepare }: SentWrite, idempotencyKey: string, commit: Commit) {
    const [text, body] = payload;
    const { callerId: keyId, now } = call;
    const key = `${keyId} ${idempotencyKey}`;
    if (keys.has(key)) {
      const message = 'A request with this Idempotency-Key is still in progress. Retry later to get its response.';
      throw new ServiceError('idempotency_in_progress', message, { headers: { 'Retry-After': '1' } });
    }
    keys.add(key);
    try {
      const fingerprint = new Bun.CryptoHasher('sha256').update(`${text}\n`).update(body).digest('hex');
      const idempotency = { keyId, idempotencyKey, fingerprint, now };
      const isPrepared = prepare === undefined || (await hasStoredResponse(idempotency));
      return await commit({ ...(isPrepared ? call : await prepare(call)), idempotency });
    } finally {
      keys.delete(key);
    }
  }

  return {
    /**
     * Prepares and commits a write. One that has succeeded before is not prepared: it must not fail when it is repeated.
     * @throws ServiceError `idempotency_in_progress` while another request has the same key
     */
    run(sent: SentWrite, commit: Commit): Promise<IdempotentResponse> {
      const { call, idempotencyKey, prepare } = sent;
      if (idempotencyKey !== undefined) return runSent(sent, idempotencyKey, commit);
      return prepare === undefined ? commit(call) : prepare(call).then(commit);
    },
  };
}
