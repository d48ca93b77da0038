import { isTransientStatus, parseRetryAfterMs, retryDelayMs, wait } from '../../../../client/transport/retry.ts';
import { messageOf } from '../../../lib/log.ts';
import { CommandError } from '../../exit.ts';

const maxAttempts = 8;
const timeoutMs = 60_000;

/**
 * The file of a photo, from the service that this command was given: its public address may be out of reach from here.
 * `undefined` when the photo was removed.
 * @throws CommandError when it cannot be read
 */
export async function fetchPhoto(address: string, server: string): Promise<Uint8Array | undefined> {
  const [, path = ''] = /(\/media\/[^?#]*)$/.exec(address) ?? [];
  const url = server.replace(/\/+$/, '').replace(/\/v1$/, '') + path;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await request(url);
    if ('bytes' in answer) return answer.bytes;
    if (!answer.isTransient || attempt + 1 === maxAttempts) {
      throw new CommandError(`the photo ${url} cannot be read: ${answer.reason}`);
    }
    await wait(retryDelayMs(attempt, answer.retryAfterMs, Math.random()), undefined);
  }
}

async function request(url: string) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    const { ok, status, headers } = response;
    if (ok) return { bytes: new Uint8Array(await response.arrayBuffer()) };
    await response.body?.cancel();
    if (status === 404 || status === 410) return { bytes: undefined };
    const retryAfterMs = parseRetryAfterMs(headers.get('Retry-After'), Date.now());
    return { reason: `HTTP status ${status}`, isTransient: isTransientStatus(status, ''), retryAfterMs };
  } catch (error) {
    return { reason: messageOf(error), isTransient: true, retryAfterMs: 0 };
  }
}
