import { createSafeContext } from '@mantine/core';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { useLocation } from 'wouter';

const [OpenContext, useOpenDialog] =
  createSafeContext<(dialog: ReactNode, isKept?: boolean) => void>('the dialog has no host');
const CloseContext = createContext(() => {});
const PageContext = createContext<ReactNode>(null);

/** Opens a dialog. One that is kept stays open wherever the person goes in the console meanwhile, others end with the page. */
export { useOpenDialog };

/** What closes the dialog in which it is called. */
export function useCloseDialog(): () => void {
  return use(CloseContext);
}

interface Shown {
  readonly dialog: ReactNode;
  readonly isKept: boolean;
}

/** Stands in the page, where dialogs are that end with it. */
export function PageDialog() {
  return use(PageContext);
}

/** Holds the dialog that is open. It knows none: with them the console would take longer to load. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const [openedAt, setOpenedAt] = useState(path);
  const [shown, setShown] = useState<Shown>();
  const open = useCallback((dialog: ReactNode, isKept = false) => setShown({ dialog, isKept }), []);
  if (openedAt !== path) {
    setOpenedAt(path);
    if (shown?.isKept === false) setShown(undefined);
  }
  // A dialog that opens another before it closes leaves that one open.
  const close = () => setShown((now) => (now === shown ? undefined : now));
  const dialog = <CloseContext value={close}>{shown?.dialog}</CloseContext>;
  return (
    <OpenContext value={open}>
      <PageContext value={shown?.isKept ? null : dialog}>{children}</PageContext>
      {shown?.isKept && dialog}
    </OpenContext>
  );
}
