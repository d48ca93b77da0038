import type { ReadyRequest } from './draft.ts';

/**
 * The request as a command for a shell. The key is never part of it: it stands in an environment variable. Each run of
 * the command makes an `Idempotency-Key` of its own.
 */
export function printCurl({ method, url, headers, body, hasFreshIdempotencyKey }: ReadyRequest): string {
  const isStream = headers.some(([, value]) => value === 'text/event-stream');
  const usual = body === undefined ? 'GET' : 'POST';
  const options = [
    '-H "Authorization: Bearer $PETSTORE_TOKEN"',
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasFreshIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    // Behind -d an @ would name a file.
    ...(body === undefined ? [] : [`${body.startsWith('@') ? '--data-raw' : '-d'} ${quote(body)}`]),
  ];
  const command = `curl${isStream ? ' -N' : ''}${method === usual ? '' : ` -X ${method}`} ${quote(url)}`;
  return [command, ...options].join(' \\\n  ');
}

/** Quotes a word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
