import { createSafeContext } from '@mantine/core';
import { type ReactNode, useState } from 'react';

const [HostContext, useDialogHost] = createSafeContext<(dialog: ReactNode) => void>('the dialog has no host');

/** Shows a dialog until it is replaced by nothing, wherever the person goes in the console meanwhile. */
export { useDialogHost };

/** Holds a dialog of a page. It knows none: with them the console would take longer to load. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<ReactNode>();
  return (
    <HostContext value={setDialog}>
      {children}
      {dialog}
    </HostContext>
  );
}
