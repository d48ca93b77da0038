import { maxIdempotencyKeyLength } from '../../../client/limits.ts';
import { ServiceError } from '../../api/errors.ts';
import type { IdempotentRequest } from '../../catalogue/idempotency/rules.ts';

const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/;
const bare = /^[\x21\x23-\x2b\x2d-\x7e]+$/;

/**
 * Reads `Idempotency-Key` (IETF httpapi draft): a quoted string (RFC 8941, section 3.3.3), or the same without quotes,
 * which most clients send. @throws ServiceError `invalid_idempotency_key`
 */
export function readIdempotencyKey(header: string): string {
  const inner = quoted.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = inner ?? (bare.test(header) ? header : '');
  if (key !== '' && key.length <= maxIdempotencyKeyLength) return key;
  throw new ServiceError(
    'invalid_idempotency_key',
    `Invalid Idempotency-Key. Send it once, as 1 to ${maxIdempotencyKeyLength} visible ASCII characters, such as a UUID.`,
  );
}

/** A hash that distinguishes a retry from another request with the same key. */
export function fingerprint(operationId: string, path: string, body: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(`${operationId} ${path}\n`).update(body).digest('hex');
}

/** A hash of a large body, computed in another thread. */
export async function hashLarge(body: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>));
}

/** The idempotency keys of the requests in progress in this process. */
export class KeysInProgress {
  readonly #names = new Set<string>();

  /** Runs `work`. @throws ServiceError `idempotency_in_progress` while another request has the same key */
  async run<Value>({ keyId, idempotencyKey }: IdempotentRequest, work: () => Promise<Value>): Promise<Value> {
    const name = `${keyId} ${idempotencyKey}`;
    if (this.#names.has(name)) throw inProgress();
    this.#names.add(name);
    try {
      return await work();
    } finally {
      this.#names.delete(name);
    }
  }
}

function inProgress(): ServiceError {
  return new ServiceError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still in progress. Retry later to get its response.',
    { headers: { 'Retry-After': '1' } },
  );
}
