import { createCipheriv, hkdfSync, timingSafeEqual } from 'node:crypto';
import { fieldError } from '../../errors/faults.ts';
import { ServiceError } from '../../errors/service-error.ts';
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
 *
 * Sealed cursors also hide where they point to: the end of a page can be an animal that the list does not show. Id and key
 * are encrypted with the HMAC as the initialization vector (as SIV, RFC 5297), so that equal pages have equal cursors.
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
  /** Missing if cursors are not sealed. */
  readonly #cipherKey: Uint8Array | undefined;

  constructor(secret: string, { isSealed = false } = {}) {
    this.#keyed = new Bun.CryptoHasher('sha256', secret);
    this.#cipherKey = isSealed ? new Uint8Array(hkdfSync('sha256', secret, '', 'petstore cursors', 32)) : undefined;
  }

  /** `list` names the operation and its filters. */
  encode(list: string, { id, key }: Position): string {
    const keyPart = encodeKey(key);
    this.#make(list, id, keyPart);
    const cursor = keyPart === noKey ? this.#cursor : Buffer.concat([this.#cursor, keyPart]);
    return this.#seal(cursor).toString('base64url');
  }

  /** @param invalid makes the error for a cursor that is not one of the list. @throws ServiceError `invalid_cursor` */
  decode(list: string, cursor: string, invalid = invalidCursor): Position {
    if (!form.test(cursor)) throw invalid();
    const sent = Buffer.from(cursor, 'base64url');
    // The last digit of other lengths has bits that mean nothing.
    if (sent.length > cursorBytes && sent.toString('base64url') !== cursor) throw invalid();
    const given = this.#seal(sent);
    const id = given.readBigInt64BE();
    const keyPart = given.subarray(cursorBytes);
    this.#make(list, id, keyPart);
    if (!timingSafeEqual(given.subarray(0, cursorBytes), this.#cursor)) throw invalid();
    return { id, key: decodeKey(keyPart) };
  }

  /** Encrypts or decrypts id and key, which is the same. */
  #seal(cursor: Buffer): Buffer {
    if (this.#cipherKey === undefined) return cursor;
    const id = cursor.subarray(0, idBytes);
    const mac = cursor.subarray(idBytes, cursorBytes);
    const cipher = createCipheriv('aes-256-ctr', this.#cipherKey, mac);
    return Buffer.concat([cipher.update(id), mac, cipher.update(cursor.subarray(cursorBytes))]);
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

function invalidCursor(): ServiceError {
  const fault = fieldError('?cursor', 'cursor');
  return new ServiceError('invalid_cursor', `Invalid cursor. It ${fault.detail}.`, { fieldErrors: [fault] });
}
