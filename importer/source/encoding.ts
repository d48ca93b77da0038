import { makeFault } from '../faults.ts';
import { UnusableFileError } from './source.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes that are not UTF-8, although no byte order mark says what they are. */
export class NotUtf8Error extends UnusableFileError {}

/**
 * The encoding of a file by its beginning: by the byte order mark, the zeros of UTF-16, or else UTF-8 if it is that so far.
 * `decodeText` checks the rest. @throws UnusableFileError for a workbook and for what is no text
 */
export function guessEncoding(start: Uint8Array): Encoding {
  const marks = [...start.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (marks === '504b0304' || marks === 'd0cf11e0') throw new UnusableFileError(makeFault('workbook'));
  if (marks.startsWith('fffe')) return 'utf-16le';
  if (marks.startsWith('feff')) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Most letters of European languages have a zero as their higher byte, and few have one as the lower byte.
  if (odd > start.length / 4 && even < odd / 10) return 'utf-16le';
  if (even > start.length / 4 && odd < even / 10) return 'utf-16be';
  if (even + odd > 0) throw new UnusableFileError(makeFault('zero_bytes'));
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * The text of a file, chunk by chunk, without byte order marks: files that were put together have them in the middle.
 * @throws UnusableFileError when the bytes are not of this encoding
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string, void, undefined> {
  // Without `fatal` a wrong encoding would put replacement characters into the names.
  const decoder = new TextDecoder(encoding, { fatal: true });
  let before = '';
  for await (const chunk of chunks) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch (cause) {
      if (encoding === 'utf-8') throw new NotUtf8Error(makeFault('not_utf8'), { cause });
      throw new UnusableFileError(makeFault('damaged', encoding.toUpperCase()), { cause });
    }
    if (encoding === 'windows-1252') {
      before += text;
      if (notWindows1252.test(before)) throw new UnusableFileError(makeFault('not_windows_1252'));
      before = before.slice(-3);
    }
    yield text.replaceAll('\ufeff', '');
  }
  try {
    decoder.decode();
  } catch (cause) {
    throw new UnusableFileError(makeFault('cut_off'), { cause });
  }
}

/**
 * What Windows-1252 in a European language does not have. Every sequence of bytes can be read as Windows-1252, so this is
 * what tells it from MS-DOS, Macintosh, central European, Cyrillic and Asian encodings and from damaged UTF-8.
 */
const notWindows1252 = new RegExp(
  [
    // Control characters, and bytes that stand for none.
    '[\\0-\\x08\\x0e-\\x1f\\x7f\\x81\\x8d\\x8f\\x90\\x9d]',
    // Vowels with accents on the Macintosh, and Japanese.
    '[ŠšŽžŸƒˆ]',
    // Letters of other scripts, one after the other.
    '[À-ÖØ-öø-ÿ]{3}',
    // A sign within a word, and a letter that is no word on its own.
    '[A-Za-z][€‚ƒ„†‡ˆ‰‹“”•˜™›¡-©«¬®¯±-³µ¶¸¹»-¿×÷][a-z]',
    '[^A-Za-zÀ-ÿ][ÂÃÅ-ÇÊ-ÑÕÙ-ÛÝÞâãå-çê-ñõùûýþÿ][^A-Za-zÀ-ÿ]',
    // Letters of UTF-8.
    '[ÂÃ][€‚-•ƒˆ‰‹›œ˜™\\xa0-¿]|â€|ï»¿',
  ].join('|'),
);
