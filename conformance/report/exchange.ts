import type { Answer } from '../answer.ts';
import type { Header } from '../http/message.ts';

/** A message as reports show it: without secrets, and with a body that is not too long. */
export interface ShownMessage {
  /** The request line or the status line, without the version. */
  readonly start: string;
  readonly headers: readonly Header[];
  readonly body: string;
}

const shownCharacters = 12;
const maxTarget = 300;

export function showExchange(
  { sent, status, reason, headers, body }: Answer,
  maxBody: number,
): Record<'request' | 'response', ShownMessage> {
  const start = `${sent.method} ${shorten(sent.target, maxTarget)}`;
  return {
    request: { start, headers: sent.headers.map(hideCredentials), body: showBody(sent.body, maxBody) },
    response: { start: `${status} ${reason}`.trimEnd(), headers, body: showBody(body, maxBody) },
  };
}

function hideCredentials([name, value]: Header): Header {
  if (!/^(authorization|x-api-key)$/i.test(name)) return [name, value];
  return [name, value.replaceAll(/[^\s,]{13,}/g, (token) => `${token.slice(0, shownCharacters)}…`)];
}

function showBody(bytes: Uint8Array | undefined, maxLength: number): string {
  if (bytes === undefined || bytes.length === 0) return '';
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return shorten(text, maxLength);
  } catch {
    return `(${bytes.length} bytes that are not text)`;
  }
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length} characters)`;
}

/** Escapes control characters, which a terminal acts on, and invisible characters, as in `\u{1b}`. */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
