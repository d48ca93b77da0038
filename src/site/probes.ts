import { ServiceError } from '../errors.ts';
import type { Answer } from '../http/answer.ts';
import type { Handler } from '../http/respond.ts';
import type { Store } from '../store/store.ts';

/** Says that the process lives. */
export const livez: Handler = () => ok('live');

/** Says whether requests should be sent here: not while draining, not without storage. */
export function createReadyz(store: Store, isDraining: () => boolean): Handler {
  return async () => {
    if (isDraining()) throw new ServiceError('unavailable', 'The service is shutting down.');
    await store.check();
    return ok('ready');
  };
}

function ok(word: string): Answer {
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  return { status: 200, headers, body: `${word}\n` };
}
