import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { knock, useIsServerAway } from '../shared/server-state.ts';

const knockMs = 1_000;

/** Says that the server is away, knocks until it is back, and then reads everything that is shown anew. */
export function AwayBanner() {
  const isAway = useIsServerAway();
  const queries = useQueryClient();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isAway) {
      if (wasAway.current) void queries.invalidateQueries();
      wasAway.current = false;
      return undefined;
    }
    wasAway.current = true;
    const timer = setInterval(knock, knockMs);
    return () => clearInterval(timer);
  }, [isAway, queries]);
  if (!isAway) return null;
  return (
    <Alert color="orange" title="The server does not answer" classNames={{ title: 'readable' }} role="alert" mb="md">
      What you see may be old. This page goes on by itself as soon as the server is back; nothing that was saved is
      lost.
    </Alert>
  );
}
