import { QueryClient } from '@tanstack/react-query';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { awayStatuses } from './server-state.ts';

const retryMs = 2_000;

/** Failures of the moment: the server is away, busy, or on its way down. */
export function isPassing(error: unknown): boolean {
  if (error instanceof PetstoreError) return error.status === 503 || awayStatuses.has(error.status);
  return error instanceof NoAnswerError;
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
        retryDelay: retryMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
