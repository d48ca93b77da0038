import { createSafeContext } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, startTransition, useCallback, useMemo, useRef, useState } from 'react';
import {
  type Client,
  createClient,
  type Fetch,
  type IssuedKey,
  type Key,
  PetstoreError,
  type Scope,
} from '../../client/index.ts';
import { basePath } from '../lib/environment.ts';
import { createQueryClient } from '../lib/queries.ts';
import { watchedFetch } from '../lib/server-state.ts';
import { discardDrafts } from '../lib/stored-drafts.ts';
import { texts } from '../texts/texts.ts';
import { explain } from '../ui/failure.tsx';
import { forgetToasts } from '../ui/toasts.tsx';
import { takeAsked } from './first-requests.ts';
import { SignIn, type SignInProps } from './sign-in.tsx';
import { isKeyRejected } from './sign-in-error.ts';
import { keyName, openedLink, readStoredKey, removeStoredKey, secretOfLink, storeKey } from './stored-key.ts';

export interface Session {
  readonly client: Client;
  readonly key: Key;
  /** The id of an event before anything was read: who follows those after it misses no change. `undefined` where it is not known. */
  readonly position: bigint | undefined;
  can(scope: Scope): boolean;
  /** Goes on with the key's new secret. */
  renew(key: IssuedKey): void;
  /** Removes the key and all cached data, in all tabs that have it. `reason` is shown; without one a person's device ends. */
  signOut(reason?: string): undefined;
}

type SignedOut = { name: 'signed out' } & Omit<SignInProps, 'signIn'>;
type Phase = SignedOut | ({ name: 'signed in'; queries: QueryClient } & Pick<Session, 'client' | 'key' | 'position'>);

const [SessionContext, useSession] = createSafeContext<Session>('there is no session');

export { useSession };

/** Shows its children to who is signed in, and the sign-in to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const [phase, setPhase] = useState<Phase>(() => {
    return { name: 'signed out', storedKey: readStoredKey(), link: openedLink };
  });
  const current = useRef<string>(undefined);
  const isPerson = useRef(false);

  const end = useCallback((reason?: string, nextKey?: string) => {
    removeStoredKey(current.current);
    current.current = undefined;
    forgetToasts();
    setPhase({ name: 'signed out', reason, storedKey: nextKey });
  }, []);

  // Another tab has signed the device out, or in as somebody else.
  useWindowEvent('storage', ({ key, oldValue, newValue }) => {
    if (key !== keyName || (oldValue ?? undefined) !== current.current) return;
    end(newValue === null ? texts.session.signedOutElsewhere : undefined, newValue ?? undefined);
  });
  // A link that is opened in a tab with the console loads nothing by itself.
  useWindowEvent('hashchange', () => secretOfLink(location.hash) !== undefined && location.reload());

  const open = useCallback(
    (apiKey: string) =>
      openSession(apiKey, (reason) => {
        // What was asked with an earlier secret says nothing about the one that took its place.
        if (current.current === apiKey) end(isPerson.current ? texts.session.accessEnded : reason);
      }),
    [end],
  );

  const signIn = useCallback(
    async (apiKey: string) => {
      const client = open(apiKey);
      const key = await client.keys.self();
      const position = key.scopes.includes('events:read')
        ? await newestEvent(client).catch(() => undefined)
        : undefined;
      current.current = apiKey;
      isPerson.current = key.personId !== undefined;
      storeKey(apiKey);
      startTransition(() => setPhase({ name: 'signed in', client, key, position, queries: createQueryClient() }));
    },
    [open],
  );

  const session = useMemo<Session | undefined>(() => {
    if (phase.name !== 'signed in') return undefined;
    const { client, key, position, queries } = phase;
    const renew = ({ secret, ...renewed }: IssuedKey) => {
      current.current = secret;
      storeKey(secret);
      setPhase({ name: 'signed in', client: open(secret), key: renewed, position, queries });
    };
    const signOut = (reason?: string): undefined => {
      // Drafts survive a sign-out that the user did not ask for.
      if (reason === undefined) discardDrafts();
      if (reason === undefined && key.personId !== undefined) {
        // Nobody has the key any more, so it may as well end by itself.
        void client.devices.remove(key.personId, key.id).catch(() => undefined);
      }
      end(reason);
    };
    return { client, key, position, can: (scope) => key.scopes.includes(scope), renew, signOut };
  }, [phase, open, end]);

  if (phase.name === 'signed out' || session === undefined) {
    const { storedKey, ...others }: Partial<SignedOut> = phase.name === 'signed out' ? phase : {};
    return <SignIn key={storedKey} storedKey={storedKey} {...others} signIn={signIn} />;
  }
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={phase.queries}>{children}</QueryClientProvider>
    </SessionContext>
  );
}

async function newestEvent(client: Client): Promise<bigint | undefined> {
  const { items } = await client.events.list({ sort: '-id', limit: 1 }).page();
  return items[0]?.id;
}

/**
 * A client with this key. `onRejected` is told with the server's reason when the key opens nothing any more. A read that
 * fails is repeated by the page, which shows that; so the client does not.
 */
function openSession(apiKey: string, onRejected: (reason: string) => void): Client {
  const options = { baseUrl: location.origin + basePath, apiKey, retries: 0 };
  const send: Fetch = (url, init) => takeAsked(url, init) ?? globalThis.fetch(url, init);
  const checker = createClient({ ...options, fetch: watchedFetch });
  const fetch: Fetch = async (url, init) => {
    const response = await watchedFetch(url, init, send);
    if (response.status === 401) void checker.keys.self().catch(ifRejected);
    return response;
  };
  const ifRejected = (error: unknown) => {
    if (error instanceof PetstoreError && isKeyRejected(error)) onRejected(explain(error));
  };
  return createClient({ ...options, fetch });
}
