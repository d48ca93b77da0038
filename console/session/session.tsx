import { createSafeContext } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import {
  type Client,
  createClient,
  type Fetch,
  type IssuedKey,
  type Key,
  PetstoreError,
  type Scope,
} from '../../client/index.ts';
import { basePath } from '../lib/base-path.ts';
import { discardDrafts } from '../lib/drafts.tsx';
import { createQueryClient } from '../lib/queries.ts';
import { watchedFetch } from '../lib/server-state.ts';
import { SignIn } from './sign-in.tsx';
import { isKeyRejected } from './sign-in-error.ts';
import { readStoredKey, removeStoredKey, storeKey } from './stored-key.ts';

/** Somebody who is signed in. */
export interface Session {
  readonly client: Client;
  /** The key by which they are. */
  readonly key: Key;
  can(scope: Scope): boolean;
  /** Goes on with the key's new secret. */
  renew(key: IssuedKey): void;
  /** Removes the key and all cached data. `reason` is shown. */
  signOut(reason?: string): void;
}

type Phase =
  | { name: 'signed out'; reason?: string | undefined }
  | { name: 'signed in'; client: Client; key: Key; queries: QueryClient };

const [SessionContext, useSession] = createSafeContext<Session>('there is no session');

export { useSession };

/** Shows its children to who is signed in, and the sign-in to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const [phase, setPhase] = useState<Phase>({ name: 'signed out' });
  const current = useRef<string>(undefined);

  const signOut = useCallback((reason?: string) => {
    current.current = undefined;
    removeStoredKey();
    // Drafts survive a sign-out that the user did not ask for.
    if (reason === undefined) discardDrafts();
    notifications.clean();
    setPhase({ name: 'signed out', reason });
  }, []);

  const open = useCallback(
    (apiKey: string) =>
      openSession(apiKey, (reason) => {
        // What was asked with an earlier secret says nothing about the one that took its place.
        if (current.current === apiKey) signOut(reason);
      }),
    [signOut],
  );

  const signIn = useCallback(
    async (apiKey: string) => {
      const client = open(apiKey);
      const key = await client.keys.self();
      current.current = apiKey;
      storeKey(apiKey);
      setPhase({ name: 'signed in', client, key, queries: createQueryClient() });
    },
    [open],
  );

  const session = useMemo<Session | undefined>(() => {
    if (phase.name !== 'signed in') return undefined;
    const { client, key, queries } = phase;
    const renew = ({ secret, ...renewed }: IssuedKey) => {
      current.current = secret;
      storeKey(secret);
      setPhase({ name: 'signed in', client: open(secret), key: renewed, queries });
    };
    return { client, key, can: (scope) => key.scopes.includes(scope), renew, signOut };
  }, [phase, open, signOut]);

  if (phase.name === 'signed out' || session === undefined) {
    return (
      <SignIn
        storedKey={readStoredKey()}
        reason={phase.name === 'signed out' ? phase.reason : undefined}
        signIn={signIn}
      />
    );
  }
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={phase.queries}>{children}</QueryClientProvider>
    </SessionContext>
  );
}

/**
 * A client with this key. `onRejected` is told with the server's reason when the key opens nothing any more. A read that
 * fails is repeated by the page, which shows that; so the client does not.
 */
function openSession(apiKey: string, onRejected: (reason: string) => void): Client {
  const options = { baseUrl: location.origin + basePath, apiKey, retries: 0 };
  const checker = createClient({ ...options, fetch: watchedFetch });
  const fetch: Fetch = async (url, init) => {
    const response = await watchedFetch(url, init);
    if (response.status === 401) void checker.keys.self().catch(ifRejected);
    return response;
  };
  const ifRejected = (error: unknown) => {
    if (error instanceof PetstoreError && isKeyRejected(error)) onRejected(error.message);
  };
  return createClient({ ...options, fetch });
}
