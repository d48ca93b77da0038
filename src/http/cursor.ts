import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';

const idBytes = 8;
const macBytes = 16;
const spelling = /^[A-Za-z0-9_-]{32}$/;

/**
 * Cursors of lists: the last id that was given, and an HMAC-SHA-256 (RFC 2104, cut to 128 bits) over it and the list
 * it belongs to, in base64url. It cannot be made elsewhere nor used for another list or other filters.
 */
export class CursorCodec {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** `list` names the operation and its filters. */
  encode(list: string, after: bigint): string {
    const id = Buffer.alloc(idBytes);
    id.writeBigInt64BE(after);
    return Buffer.concat([id, this.#mac(list, id)]).toString('base64url');
  }

  /** @throws ServiceError `invalid_cursor` */
  decode(list: string, cursor: string): bigint {
    if (!spelling.test(cursor)) throw invalid();
    const bytes = Buffer.from(cursor, 'base64url');
    const id = bytes.subarray(0, idBytes);
    if (!timingSafeEqual(bytes.subarray(idBytes), this.#mac(list, id))) throw invalid();
    return id.readBigInt64BE();
  }

  #mac(list: string, id: Uint8Array): Buffer {
    return new Bun.CryptoHasher('sha256', this.#secret).update(id).update(list).digest().subarray(0, macBytes);
  }
}

function invalid(): ServiceError {
  return new ServiceError(
    'invalid_cursor',
    'The cursor was not given by this service for this list and these filters. Follow the Link header, or start again without a cursor.',
  );
}
