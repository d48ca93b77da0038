import { QueryClient } from '@tanstack/react-query';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { awayStatuses } from './server-state.ts';

const retryMs = 2_000;
const passingStatuses: ReadonlySet<number> = new Set([429, 503, ...awayStatuses]);

/** Failures of the moment: the server is away, busy, or on its way down, or has had enough requests of this key. */
export function isPassing(error: unknown): boolean {
  return error instanceof PetstoreError ? passingStatuses.has(error.status) : error instanceof NoAnswerError;
}

/** As long as the server asks to wait, and no shorter than is good for it. */
function retryDelayMs(error: unknown): number {
  const askedMs = error instanceof PetstoreError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(retryMs, askedMs);
}

/**
 * Keeps what the server has said. A read that meets a failure of the moment is repeated until it succeeds; a write is
 * not, because the person decides that.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (_, error) => isPassing(error),
        retryDelay: (_, error) => retryDelayMs(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
