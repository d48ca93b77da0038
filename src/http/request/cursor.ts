import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../model/errors.ts';
import type { Position } from '../../store/statement.ts';

const idBytes = 8;
const macBytes = 16;
const cursorBytes = idBytes + macBytes;
/** The runtime requires this much room, whatever the length of the digest. */
const digestBufferBytes = 64;
/** A cursor of an id, or of an id and up to 2,000 bytes of a key. */
const form = /^(?:[A-Za-z0-9_-]{32}|[A-Za-z0-9_-]{34,2700})$/;
const noKey = Buffer.alloc(0);
/** What the first byte of a key says about the rest. */
const keyTypes = { integer: 1, text: 2 } as const;

/**
 * Cursors of lists: the last id of a page, its key in a list that is sorted by something else, and an HMAC-SHA-256 (RFC
 * 2104, truncated to 128 bits) over these and the list with its filters, in base64url. A cursor cannot be forged, nor used
 * for another list, other filters or another order.
 */
export class CursorCodec {
  /** Copied for each cursor: that costs half of creating a keyed hasher. */
  readonly #keyed: Bun.CryptoHasher;
  /** Id and digest of the last cursor, in buffers that are reused. */
  readonly #made = Buffer.alloc(idBytes + digestBufferBytes);
  readonly #id = this.#made.subarray(0, idBytes);
  readonly #digest = this.#made.subarray(idBytes);
  readonly #cursor = this.#made.subarray(0, cursorBytes);
  readonly #keyLength = Buffer.alloc(2);

  constructor(secret: string) {
    this.#keyed = new Bun.CryptoHasher('sha256', secret);
  }

  /** `list` names the operation and its filters. */
  encode(list: string, { id, key }: Position): string {
    const keyPart = encodeKey(key);
    this.#make(list, id, keyPart);
    return (keyPart === noKey ? this.#cursor : Buffer.concat([this.#cursor, keyPart])).toString('base64url');
  }

  /** @throws ServiceError `invalid_cursor` */
  decode(list: string, cursor: string): Position {
    if (!form.test(cursor)) throw invalid();
    const given = Buffer.from(cursor, 'base64url');
    // The last digit of other lengths has bits that mean nothing.
    if (given.length > cursorBytes && given.toString('base64url') !== cursor) throw invalid();
    const id = given.readBigInt64BE();
    const keyPart = given.subarray(cursorBytes);
    this.#make(list, id, keyPart);
    if (!timingSafeEqual(given.subarray(0, cursorBytes), this.#cursor)) throw invalid();
    return { id, key: decodeKey(keyPart) };
  }

  #make(list: string, id: bigint, keyPart: Uint8Array): void {
    this.#id.writeBigInt64BE(id);
    const hasher = this.#keyed.copy().update(this.#id);
    if (keyPart.length > 0) {
      // Tells where the key ends. No list's name begins with such a byte.
      this.#keyLength.writeUInt16BE(keyPart.length);
      hasher.update(this.#keyLength).update(keyPart);
    }
    hasher.update(list).digest(this.#digest);
  }
}

function encodeKey(key: Position['key']): Buffer {
  if (key === undefined) return noKey;
  if (typeof key === 'string') return Buffer.from(`${String.fromCharCode(keyTypes.text)}${key}`);
  const bytes = Buffer.alloc(1 + 8);
  bytes.writeUInt8(keyTypes.integer);
  bytes.writeBigInt64BE(key, 1);
  return bytes;
}

function decodeKey(bytes: Buffer): Position['key'] {
  if (bytes.length === 0) return undefined;
  return bytes[0] === keyTypes.text ? bytes.toString('utf8', 1) : bytes.readBigInt64BE(1);
}

function invalid(): ServiceError {
  return new ServiceError(
    'invalid_cursor',
    'Invalid cursor. It was not issued for this list and these filters; follow the Link header, or omit it to start again.',
  );
}
