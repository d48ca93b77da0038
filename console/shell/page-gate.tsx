import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { consolePageAt, consolePages } from '../pages.ts';
import { useSession } from '../session/session.tsx';
import { Name } from '../ui/name.tsx';
import { EmptyState, Page } from '../ui/page.tsx';

/** Shows a page to keys with its scope, and an explanation to others. */
export function PageGate({ path, children }: { path: string; children: ReactNode }) {
  const { can, key } = useSession();
  const page = consolePageAt(path);
  if (page === undefined || can(page.scope)) return children;
  const first = consolePages.find(({ scope }) => can(scope));
  // Nobody has asked for the overview who has only opened the console.
  if (path === '/' && first !== undefined) return <Redirect to={first.path} replace />;
  return (
    <Page title={page.label}>
      <EmptyState title="Your key has no access to this page">
        You are signed in as <Name>{key.name}</Name>. Ask your administrator for a key with more permissions.
      </EmptyState>
    </Page>
  );
}
