import { QueryClient } from '@tanstack/react-query';
import { PetstoreError } from '../../client/index.ts';
import { isTransient } from '../../client/transport/retry.ts';

const retryMs = 2_000;

/** The delay that the server requests, but at least `retryMs`. */
function retryDelayMs(error: unknown): number {
  const askedMs = error instanceof PetstoreError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(retryMs, askedMs);
}

/**
 * The cache of server data. A read that fails with a transient error is repeated until it succeeds; a write is
 * not, because that is for the user to decide.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (_, error) => isTransient(error),
        retryDelay: (_, error) => retryDelayMs(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The cursor of the first page. */
export const firstPage = (): string | undefined => undefined;
