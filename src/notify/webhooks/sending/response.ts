import type { IncomingMessage } from 'node:http';
import { cut } from '../../../lib/visible-text.ts';
import type { ReceivedResponse } from '../model.ts';

const maxBodyBytes = 4_096;
const maxHeaders = 40;
const maxValueLength = 300;
/** The outcome is known with the status: a body that comes slowly must not delay it. */
const bodyTimeoutMs = 1_000;

/** Headers by which somebody can sign in, or act as somebody else. */
const secretHeader = /cookie|auth|token|secret|signature|api-?key/i;

/**
 * Reads as much of a response as is kept, without `secrets`, and closes the connection. Never rejects: what has not come by
 * then is missing.
 */
export async function readResponse(response: IncomingMessage, secrets: readonly string[]): Promise<ReceivedResponse> {
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  const { bytes, isWhole } = await readBody(response, maxBodyBytes + longest);
  const hide = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  const { rawHeaders } = response;
  const headers = rawHeaders.flatMap((name, index) => {
    if (index % 2 !== 0 || index >= 2 * maxHeaders) return [];
    const value = secretHeader.test(name) ? '***' : hide(rawHeaders[index + 1] ?? '');
    return [{ name: cut(name, maxValueLength), value: cut(value, maxValueLength) }];
  });
  // A character for each byte. The end of a part may be the start of a secret.
  const text = hide(bytes.toString('latin1'));
  const end = Math.min(maxBodyBytes, isWhole ? text.length : Math.max(0, text.length - longest));
  const isCut = !isWhole || text.length > end;
  // What follows the cut may complete the last character.
  const body = new TextDecoder().decode(Buffer.from(text.slice(0, end), 'latin1'), { stream: isCut });
  return { headers, body, isCut: isCut || rawHeaders.length > 2 * maxHeaders };
}

/** The body up to `maxBytes`, and whether that is all of it. */
function readBody(response: IncomingMessage, maxBytes: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const finish = (isWhole: boolean) => {
      clearTimeout(timer);
      response.destroy();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: isWhole && size <= maxBytes });
    };
    const timer = setTimeout(() => finish(false), bodyTimeoutMs);
    response.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) finish(false);
    });
    response.on('end', () => finish(true));
    for (const event of ['error', 'close']) response.on(event, () => finish(false));
  });
}
