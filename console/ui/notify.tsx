import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { SmallActionButton } from './action-button.tsx';
import { explain } from './failure.tsx';

const shortMs = 4_000;
/** Long enough to see that it was a mistake. */
const undoMs = 10_000;

/** Says in passing that something was done. */
export function notifyDone(message: ReactNode): void {
  notifications.show({ message, color: 'green', autoClose: shortMs });
}

/** Says that something was done, and offers to take it back. */
export function notifyUndoable(message: ReactNode, undo: () => void): void {
  const id = notifications.show({
    color: 'green',
    autoClose: undoMs,
    message: (
      <Group justify="space-between" gap="xs">
        <span>{message}</span>
        <SmallActionButton
          subject=""
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </SmallActionButton>
      </Group>
    ),
  });
}

/** Says that something was not done. It stays until it is closed: it may be the only trace. */
export function notifyFailed(title: ReactNode, error: unknown): void {
  notifications.show({ title, message: explain(error), color: 'red', autoClose: false });
}
