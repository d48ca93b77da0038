import type { IdempotentRequest } from '../../domain/idempotency.ts';
import { ServiceError } from '../../model/errors.ts';

const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/;
const bare = /^[\x21\x23-\x2b\x2d-\x7e]{1,255}$/;

/**
 * Reads `Idempotency-Key` (IETF httpapi draft): a string in quotes (RFC 8941, section 3.3.3), or the same without
 * them, which most clients send. @throws ServiceError `invalid_idempotency_key`
 */
export function readIdempotencyKey(header: string): string {
  const inner = quoted.exec(header)?.[1];
  if (inner !== undefined) return inner.replaceAll(/\\(["\\])/g, '$1');
  if (bare.test(header)) return header;
  throw new ServiceError(
    'invalid_idempotency_key',
    'Idempotency-Key must stand once and be 1 to 255 visible ASCII characters, such as a UUID.',
  );
}

/** Hash by which a retry is told from another request under the same key. */
export function fingerprint(operationId: string, path: string, body: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(`${operationId} ${path}\n`).update(body).digest('hex');
}

/** The claims that are being worked on in this process: a second request meets the first one here. */
export class KeysInProgress {
  readonly #claims = new Set<string>();

  /** Runs the work unless the same claim is being worked on. @throws ServiceError `idempotency_in_progress` */
  async run<Value>({ keyId, idempotencyKey }: IdempotentRequest, work: () => Promise<Value>): Promise<Value> {
    const name = `${keyId} ${idempotencyKey}`;
    if (this.#claims.has(name)) throw inProgress();
    this.#claims.add(name);
    try {
      return await work();
    } finally {
      this.#claims.delete(name);
    }
  }
}

function inProgress(): ServiceError {
  return new ServiceError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is being worked on. Repeat it to get its answer.',
    { headers: { 'Retry-After': '1' } },
  );
}
