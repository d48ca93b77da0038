import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ping, useServerState } from '../lib/server-state.ts';
import { formatClock } from '../ui/time.tsx';

const pingMs = 1_000;

/** Says what stands between this page and the server, which goes on by itself as soon as that is over. */
export function ServerBanner() {
  const { isUnreachable: isAway, isOffline, limitedUntil } = useServerState();
  useReadAgainAfter(isAway);
  if (isAway) {
    return (
      <Alert
        color="orange"
        title={isOffline ? 'You are offline' : 'The server does not answer'}
        classNames={{ title: 'readable' }}
        role="alert"
        mb="md"
      >
        This page may be out of date. It reconnects automatically as soon as{' '}
        {isOffline ? 'you are online' : 'the server is back'}; everything that was saved is safe.
      </Alert>
    );
  }
  if (limitedUntil === undefined) return null;
  return (
    <Alert color="orange" title="Too many requests" classNames={{ title: 'readable' }} role="alert" mb="md">
      This key has reached its limit of requests per minute. This page continues automatically at{' '}
      {formatClock(limitedUntil)}.
    </Alert>
  );
}

/** Knocks while the server is away, and then reads everything that is shown anew. */
function useReadAgainAfter(isAway: boolean): void {
  const queries = useQueryClient();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isAway) {
      if (wasAway.current) void queries.invalidateQueries();
      wasAway.current = false;
      return undefined;
    }
    wasAway.current = true;
    const timer = setInterval(ping, pingMs);
    return () => clearInterval(timer);
  }, [isAway, queries]);
}
