import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useOneAtATime } from '../lib/mutations.ts';
import { sendOnline } from '../lib/server-state.ts';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton } from './action-button.tsx';
import { explain } from './failure.tsx';
import { hideToast, offerUndo, showToast } from './toasts.tsx';

const shortMs = 4_000;
/** Long enough to see that it was a mistake. */
const undoMs = 10_000;

/** Says in passing that something was done. */
export function notifyDone(message: ReactNode, showsMs = shortMs): number {
  return showToast({ message, color: 'green', showsMs });
}

/** What takes something back: it returns what has become of it. */
export interface Undo {
  run: () => Promise<ReactNode>;
  /** What the message says when it has failed. */
  failed: ReactNode;
}

/** Says that something was done, and offers to take it back: by a button, and for longer by Ctrl-Z. */
export function notifyUndoable(message: ReactNode, { run, failed }: Undo): undefined {
  let isTaken = false;
  const undo = () => {
    if (isTaken) return;
    isTaken = true;
    hideToast(id);
    sendOnline(run).then(
      (done) => notifyDone(done),
      (error: unknown) => {
        isTaken = false;
        notifyFailed(failed, error);
      },
    );
  };
  offerUndo(undo);
  const id = notifyDone(
    <Group justify="space-between" gap="xs">
      <span>{message}</span>
      <SmallActionButton subject="" aria-keyshortcuts="Control+Z" title={texts.ui.undoKey} onClick={undo}>
        {texts.ui.undo}
      </SmallActionButton>
    </Group>,
    undoMs,
  );
}

/** Says that something was not done. It stays until it is closed: it may be the only trace. */
export function notifyFailed(title: ReactNode, error: unknown): void {
  showToast({ title, message: explain(error), color: 'red' });
}

interface ActionOptions<Input> {
  /** What the message says when it has failed. */
  failed: (input: Input, error: unknown) => ReactNode;
}

/** What a button does: once at a time, with a message about how it went. `run` returns what has happened, unless it has said so. */
export function useAction<Input = void>(run: (input: Input) => Promise<ReactNode>, { failed }: ActionOptions<Input>) {
  const oneAtATime = useOneAtATime();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: Input) => sendOnline(() => run(input)),
    onSuccess: (done) => done !== undefined && notifyDone(done),
    onError: (error, input) => notifyFailed(failed(input, error), error),
  });
  const start = (input: Input) => void oneAtATime(() => mutateAsync(input).catch(() => undefined));
  return { start, isPending };
}
