import type { Answer } from './answer.ts';

/** Proves that a limit sends what the service sent. The order of headers is the server's own, that of answers chance. */
export function areSameAnswers(some: readonly Answer[], others: readonly Answer[]): boolean {
  const text = (answers: readonly Answer[]) => JSON.stringify(answers.map(toText).sort());
  return text(some) === text(others);
}

function toText({ status, headers, body }: Answer): string {
  return JSON.stringify([status, headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort(), body]);
}

/**
 * Shows that a peer gives a client what the service gives: the status, the body, and every header, though in words of
 * its own. A refusal is the same when its code is.
 */
export function areSameWork(service: readonly Answer[], peer: readonly Answer[]): boolean {
  return service.every((answer, index) => {
    const other = peer[index];
    if (other?.status !== answer.status || content(other) !== content(answer)) return false;
    const names = new Set(namesOf(other));
    return namesOf(answer).every((name) => names.has(name));
  });
}

function content({ status, body }: Answer): string {
  if (status < 400) return body;
  const { code }: { code: string } = JSON.parse(body);
  return code;
}

/** A 304 has no content whose type it could tell: that header means nothing there (RFC 9110, section 15.4.5). */
function namesOf({ status, headers }: Answer): string[] {
  const names = headers.map(([name]) => name.toLowerCase());
  return status === 304 ? names.filter((name) => name !== 'content-type') : names;
}
