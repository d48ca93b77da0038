import { useState } from 'react';

/** What had the focus when the caller was first drawn: the button that has opened it. */
export function useOpener(): Element | null {
  const [opener] = useState(() => document.activeElement);
  return opener;
}

/** Gives the focus back to what has opened a dialog; to the content if that is gone. */
export function giveFocusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
  else document.getElementById('content')?.focus();
}
