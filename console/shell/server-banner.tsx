import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ping, useServerState } from '../lib/server-state.ts';
import { texts } from '../texts/texts.ts';
import { formatClock } from '../ui/inline.tsx';

const pingMs = 1_000;

/** Says what stands between this page and the server, which goes on by itself as soon as that is over. */
export function ServerBanner() {
  const { isUnreachable: isAway, isOffline, limitedUntil } = useServerState();
  useReadAgainAfter(isAway);
  if (!isAway && limitedUntil === undefined) return null;
  const [title, text] =
    isAway || limitedUntil === undefined
      ? [isOffline ? texts.offline : texts.noAnswer, texts.shell.outOfDate(isOffline)]
      : [texts.tooManyRequests, texts.shell.limited(formatClock(limitedUntil))];
  return (
    <Alert color="orange" title={title} classNames={{ title: 'readable' }} role="alert" mb="md">
      {text}
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
