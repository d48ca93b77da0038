import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../model/errors.ts';

const idBytes = 8;
const macBytes = 16;
const cursorBytes = idBytes + macBytes;
/** The runtime requires this much room, whatever the length of the digest. */
const digestBufferBytes = 64;
const form = /^[A-Za-z0-9_-]{32}$/;

/**
 * Cursors of lists: the last id of a page, and an HMAC-SHA-256 (RFC 2104, truncated to 128 bits) over that id and the list
 * with its filters, in base64url. A cursor cannot be forged, nor used for another list or other filters.
 */
export class CursorCodec {
  /** Copied for each cursor: that costs half of creating a keyed hasher. */
  readonly #keyed: Bun.CryptoHasher;
  /** Id and digest of the last cursor, in buffers that are reused. */
  readonly #made = Buffer.alloc(idBytes + digestBufferBytes);
  readonly #id = this.#made.subarray(0, idBytes);
  readonly #digest = this.#made.subarray(idBytes);
  readonly #cursor = this.#made.subarray(0, cursorBytes);
  readonly #given = Buffer.alloc(cursorBytes);

  constructor(secret: string) {
    this.#keyed = new Bun.CryptoHasher('sha256', secret);
  }

  /** `list` names the operation and its filters. */
  encode(list: string, after: bigint): string {
    this.#make(list, after);
    return this.#cursor.toString('base64url');
  }

  /** @throws ServiceError `invalid_cursor` */
  decode(list: string, cursor: string): bigint {
    if (!form.test(cursor)) throw invalid();
    this.#given.write(cursor, 'base64url');
    const after = this.#given.readBigInt64BE();
    this.#make(list, after);
    if (!timingSafeEqual(this.#given, this.#cursor)) throw invalid();
    return after;
  }

  #make(list: string, after: bigint): void {
    this.#id.writeBigInt64BE(after);
    this.#keyed.copy().update(this.#id).update(list).digest(this.#digest);
  }
}

function invalid(): ServiceError {
  return new ServiceError(
    'invalid_cursor',
    'Invalid cursor. It was not issued for this list and these filters; follow the Link header, or omit it to start again.',
  );
}
