import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useOneAtATime } from '../lib/mutations.ts';
import { sendOnline } from '../lib/server-state.ts';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton } from './action-button.tsx';
import { explain } from './failure.tsx';

const shortMs = 4_000;
/** Long enough to see that it was a mistake. */
const undoMs = 10_000;

/** As many as stand beside the content, or on a phone below it, and cover nothing. */
const mostShown = () => (matchMedia('(width < 48em), (height < 840px)').matches ? 1 : 2);
const shown: string[] = [];

/** Says in passing that something was done. */
export function notifyDone(message: ReactNode, autoClose = shortMs): string {
  // Before it shows: two on a phone would lie over each other.
  for (const old of shown.splice(0, shown.length + 1 - mostShown())) notifications.hide(old);
  const id = notifications.show({ message, color: 'green', autoClose });
  shown.push(id);
  return id;
}

/** What takes something back: it returns what has become of it. */
export interface Undo {
  run: () => Promise<ReactNode>;
  /** What the message says when it has failed. */
  failed: ReactNode;
}

/** Says that something was done, and offers to take it back. */
export function notifyUndoable(message: ReactNode, undo: Undo): undefined {
  const id = notifyDone(
    <Group justify="space-between" gap="xs">
      <span>{message}</span>
      <SmallActionButton
        subject=""
        onClick={() => {
          notifications.hide(id);
          sendOnline(undo.run).then(
            (done) => notifyDone(done),
            (error: unknown) => notifyFailed(undo.failed, error),
          );
        }}
      >
        {texts.ui.undo}
      </SmallActionButton>
    </Group>,
    undoMs,
  );
}

/** Says that something was not done. It stays until it is closed: it may be the only trace. */
export function notifyFailed(title: ReactNode, error: unknown): void {
  notifications.show({ title, message: explain(error), color: 'red', autoClose: false });
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
