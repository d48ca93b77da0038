import type { ReactNode } from 'react';
import { useSession } from '../session/session.tsx';
import { EmptyState } from '../shared/empty-state.tsx';
import { Name } from '../shared/name.tsx';
import { Page } from './page.tsx';
import { placeAt } from './places.ts';

/** Shows a place to whose key may see it, and says so to everybody else. */
export function PlaceGate({ path, children }: { path: string; children: ReactNode }) {
  const { can, key } = useSession();
  const place = placeAt(path);
  if (place === undefined || can(place.scope)) return children;
  return (
    <Page title={place.label}>
      <EmptyState title="Your key does not open this page">
        You are signed in as <Name>{key.name}</Name>. Whoever runs this server can give you a key that may do more.
      </EmptyState>
    </Page>
  );
}
