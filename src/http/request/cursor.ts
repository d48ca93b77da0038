import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../model/errors.ts';

const idBytes = 8;
const macBytes = 16;
const cursorBytes = idBytes + macBytes;
/** What the runtime wants to have room for, whatever the length of the digest. */
const digestRoom = 64;
const spelling = /^[A-Za-z0-9_-]{32}$/;

/**
 * Cursors of lists: the last id that was given, and an HMAC-SHA-256 (RFC 2104, cut to 128 bits) over it and the list
 * it belongs to, in base64url. It cannot be made elsewhere nor used for another list or other filters.
 */
export class CursorCodec {
  /** Keyed once: a copy costs half of that. */
  readonly #keyed: Bun.CryptoHasher;
  /** Id and digest of the cursor that was made last. */
  readonly #made = Buffer.alloc(idBytes + digestRoom);
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
    if (!spelling.test(cursor)) throw invalid();
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
    'The cursor was not given by this service for this list and these filters. Follow the Link header, or start again without a cursor.',
  );
}
