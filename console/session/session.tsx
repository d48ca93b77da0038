import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { type Client, createClient, type Key, type Scope } from '../../client/index.ts';
import { createQueryClient } from '../shared/queries.ts';
import { watchedFetch } from '../shared/server-state.ts';
import { forgetKey, keepKey, keptKey } from './kept-key.ts';
import { SignIn } from './sign-in.tsx';

/** Somebody who is signed in. */
export interface Session {
  readonly client: Client;
  /** The key by which they are. */
  readonly key: Key;
  /** Whether the key may do that. */
  can(scope: Scope): boolean;
  signOut(): void;
}

type Phase =
  | { name: 'signed out'; reason?: string | undefined }
  | { name: 'signed in'; client: Client; key: Key; queries: QueryClient };

const SessionContext = createContext<Session | undefined>(undefined);

/** The session of this page. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('nobody is signed in here');
  return session;
}

/** Shows its children to who is signed in, and the sign-in to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const [phase, setPhase] = useState<Phase>({ name: 'signed out' });

  const signOut = useCallback((reason?: string) => {
    forgetKey();
    setPhase({ name: 'signed out', reason });
  }, []);

  const signIn = useCallback(
    async (apiKey: string) => {
      // A read that fails is repeated by the page, which shows that; so the client does not.
      const client = createClient({ baseUrl: location.origin, apiKey, fetch: watchedFetch, retries: 0 });
      const key = await client.keys.self();
      keepKey(apiKey);
      setPhase({ name: 'signed in', client, key, queries: createQueryClient(signOut) });
    },
    [signOut],
  );

  const session = useMemo<Session | undefined>(() => {
    if (phase.name !== 'signed in') return undefined;
    const { client, key } = phase;
    return { client, key, can: (scope) => key.scopes.includes(scope), signOut: () => signOut() };
  }, [phase, signOut]);

  if (phase.name === 'signed out' || session === undefined) {
    return <SignIn kept={keptKey()} reason={phase.name === 'signed out' ? phase.reason : undefined} signIn={signIn} />;
  }
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={phase.queries}>{children}</QueryClientProvider>
    </SessionContext>
  );
}
