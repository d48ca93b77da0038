import { createHmac, timingSafeEqual } from 'node:crypto';

const randomLength = 16;
const signatureLength = 8;
const form = new RegExp(`^[0-9a-f]{${2 * (randomLength + signatureLength)}}$`);

/**
 * Whether a text can be the name of stored files. Ask before it becomes a path or the name of an object: a database that was
 * damaged, or made by somebody else, may hold any text.
 */
export function isPhotoKey(text: string): boolean {
  return form.test(text);
}

/** Issues the names under which files of photos are stored. Lower-case hexadecimal, for file systems that ignore case. */
export class PhotoKeys {
  readonly #secret: Buffer;

  /** @param secret the same in all processes of an installation */
  constructor(secret: string) {
    this.#secret = createHmac('sha256', secret).update('names of media').digest();
  }

  /** A new name: 128 random bits, and a signature by which it is known again after its row has gone. */
  issue(): string {
    const random = crypto.getRandomValues(Buffer.alloc(randomLength));
    return Buffer.concat([random, this.#sign(random)]).toString('hex');
  }

  isIssued(mediaKey: string): boolean {
    if (!isPhotoKey(mediaKey)) return false;
    const bytes = Buffer.from(mediaKey, 'hex');
    return timingSafeEqual(bytes.subarray(randomLength), this.#sign(bytes.subarray(0, randomLength)));
  }

  #sign(random: Buffer): Buffer {
    return createHmac('sha256', this.#secret).update(random).digest().subarray(0, signatureLength);
  }
}
