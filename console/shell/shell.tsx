import { Anchor, AppShell, Badge, NavLink, ScrollArea, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import type { Key } from '../../client/index.ts';
import { basePath } from '../lib/base-path.ts';
import { publicStatuses, shelterName } from '../lib/environment.ts';
import { consolePageAt, consolePages } from '../pages.ts';
import { useSession } from '../session/session.tsx';
import { SmallButton } from '../ui/action-button.tsx';
import { useFocusOnNavigation } from '../ui/focus.ts';
import { Name } from '../ui/name.tsx';
import { EmptyState, Page } from '../ui/page.tsx';
import { SecretDialogHost } from '../ui/secret-dialog.tsx';
import { AppFrame } from './app-frame.tsx';
import { ErrorBoundary } from './error-page.tsx';
import { ServerBanner } from './server-banner.tsx';

/** What is around every page of the console: the navigation, the current key, and what stands between it and the server. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const content = useRef<HTMLElement>(null);
  useFocusOnNavigation(content);
  return (
    <AppFrame
      title={shelterName}
      navigationWidth={200}
      content={content}
      navigation={(close) => (
        <>
          <AppShell.Section grow component={ScrollArea}>
            <Navigation onChoose={close} />
          </AppShell.Section>
          <AppShell.Section>
            <SignedIn />
          </AppShell.Section>
        </>
      )}
    >
      <SecretDialogHost>
        <ServerBanner />
        <ErrorBoundary path={path}>
          <PageGate path={path}>{children}</PageGate>
        </ErrorBoundary>
      </SecretDialogHost>
    </AppFrame>
  );
}

/** Links to the pages that this key can open. */
function Navigation({ onChoose }: { onChoose: () => void }) {
  const { can } = useSession();
  const [address] = useLocation();
  const here = consolePageAt(address);
  return (
    <nav aria-label="Places">
      {consolePages
        .filter(({ scope }) => can(scope))
        .map((page) => (
          <NavLink
            key={page.path}
            component={Link}
            href={page.path}
            label={page.label}
            rightSection={page.path === '/inquiries' && <OpenInquiries />}
            active={page === here}
            aria-current={page === here ? 'page' : undefined}
            onClick={onChoose}
          />
        ))}
    </nav>
  );
}

/** How many inquiries are open; nothing if there are none. */
function OpenInquiries() {
  const { client } = useSession();
  const { data = 0 } = useQuery({
    queryKey: ['inquiries', 'open'],
    queryFn: ({ signal }) => client.inquiries.count({ status: 'open', signal }),
  });
  if (data === 0) return null;
  return (
    <Badge size="sm" circle={data < 10} color="blue.8" autoContrast={false}>
      {data}
      <VisuallyHidden> open</VisuallyHidden>
    </Badge>
  );
}

/** By which key somebody is signed in, and the ways out of the console. */
function SignedIn() {
  const { key, signOut } = useSession();
  return (
    <Stack gap="xs" p="xs">
      {publicStatuses.length > 0 && (
        <Anchor href={`${basePath}/adopt`} size="sm">
          Public page
        </Anchor>
      )}
      <Anchor href={`${basePath}/docs`} size="sm">
        API reference
      </Anchor>
      <Text size="sm">
        Signed in as <b className="name">{personOf(key)}</b>
      </Text>
      <SmallButton onClick={() => signOut()}>Sign out</SmallButton>
    </Stack>
  );
}

/** Whom a key stands for. The one that the operator has set is named after the setting. */
function personOf({ name }: Key): string {
  return name === 'PETSTORE_API_KEY' ? 'administrator' : name;
}

/** Shows a page to keys with its scope, and an explanation to others. */
function PageGate({ path, children }: { path: string; children: ReactNode }) {
  const { can, key } = useSession();
  const page = consolePageAt(path);
  if (page === undefined || can(page.scope)) return children;
  const first = consolePages.find(({ scope }) => can(scope));
  // Nobody has asked for the overview who has only opened the console.
  if (path === '/' && first !== undefined) return <Redirect to={first.path} replace />;
  return (
    <Page title={page.label}>
      <EmptyState title="Your key has no access to this page">
        You are signed in as <Name>{personOf(key)}</Name>. Ask your administrator for a key with more permissions.
      </EmptyState>
    </Page>
  );
}
