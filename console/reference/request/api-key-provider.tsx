import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import { readStoredKey } from '../../session/stored-key.ts';
import { type ApiKey, ApiKeyContext } from './api-key.tsx';

/**
 * Provides the key with which this tab is signed in to the console, or the one that is typed on the page. The latter is
 * kept in memory alone: trying a key must not change by which one the tab is signed in.
 */
export function ApiKeyProvider({ children }: { children: ReactNode }) {
  const [typed, setTyped] = useState<string>();
  const [consoleKey, setConsoleKey] = useState(readStoredKey);

  // A page that the browser brings back as it was may be older than the last sign-out.
  useWindowEvent('pageshow', () => setConsoleKey(readStoredKey()));

  const apiKey = useMemo<ApiKey>(() => {
    const origin = typed !== undefined ? 'typed' : consoleKey !== undefined ? 'console' : 'none';
    return { value: typed ?? consoleKey, origin, set: setTyped };
  }, [typed, consoleKey]);
  return <ApiKeyContext value={apiKey}>{children}</ApiKeyContext>;
}
