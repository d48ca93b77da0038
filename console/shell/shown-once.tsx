import { createContext, type ReactNode, use, useState } from 'react';
import { SecretDialog } from './secret-dialog.tsx';
import { giveFocusBack } from './use-opener.ts';

/** A secret that the server tells this once. */
export interface ShownSecret {
  title: string;
  /** What it is for, and what to do with it. */
  advice: ReactNode;
  secret: string;
  /** What gets the focus in the end. */
  opener: Element | null;
}

const ShownOnceContext = createContext<(shown: ShownSecret) => void>(() => {
  throw new Error('there is nobody here to show it');
});

/** Shows a secret until the person says that they have kept it, wherever they go in the console meanwhile. */
export function useShowOnce(): (shown: ShownSecret) => void {
  return use(ShownOnceContext);
}

/** Keeps the secret that is shown, in front of whatever place it was made at. */
export function ShownOnce({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownSecret>();
  const close = () => {
    setShown(undefined);
    giveFocusBack(shown?.opener ?? null);
  };
  return (
    <ShownOnceContext value={setShown}>
      {children}
      {shown !== undefined && <SecretDialog shown={shown} onKept={close} />}
    </ShownOnceContext>
  );
}
