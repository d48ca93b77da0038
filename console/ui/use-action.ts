import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useOneAtATime } from '../lib/mutations.ts';
import { notifyDone, notifyFailed } from './notify.tsx';

interface ActionOptions<Input> {
  /** What the message says when it has failed. */
  failed: (input: Input, error: unknown) => ReactNode;
  /** Called when it is over. */
  settled?: (input: Input) => void;
}

/** What a button does: once at a time, with a message about how it went. `run` returns what has happened, unless it has said so. */
export function useAction<Input = void>(
  run: (input: Input) => Promise<ReactNode>,
  { failed, settled }: ActionOptions<Input>,
) {
  const oneAtATime = useOneAtATime();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: run,
    onSuccess: (done) => done !== undefined && notifyDone(done),
    onError: (error, input) => notifyFailed(failed(input, error), error),
    onSettled: (_done, _error, input) => settled?.(input),
  });
  const start = (input: Input) => void oneAtATime(() => mutateAsync(input).catch(() => undefined));
  return { start, isPending };
}
