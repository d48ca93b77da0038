import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';

const retryMs = 2_000;

/** Failures of the moment: the server is away, busy, or on its way down. */
export function isPassing(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof PetstoreError && error.status === 503);
}

/** Whether the key opens nothing any more. */
function isRefusal(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.status === 401;
}

/**
 * Keeps what the server has said. A read that meets a failure of the moment is repeated until it succeeds; a write is
 * not, because the person decides that. `onRefusal` is told when the key is refused.
 */
export function createQueryClient(onRefusal: (message: string) => void): QueryClient {
  const onError = (error: unknown) => {
    if (isRefusal(error)) onRefusal(error.message);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
