import { Anchor, AppShell, NavLink, ScrollArea, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import type { Key } from '../../client/index.ts';
import { AnimalSearch } from '../data/animal-search.tsx';
import { useReservations } from '../data/animals.ts';
import { useOpenInquiries } from '../data/queries.ts';
import { basePath } from '../lib/base-path.ts';
import { publicStatuses, shelterName } from '../lib/environment.ts';
import { formatCount } from '../lib/numbers.ts';
import { type ConsolePath, consolePageAt, consolePages } from '../pages.ts';
import { useSession } from '../session/session.tsx';
import { SmallButton } from '../ui/action-button.tsx';
import { isForOthers } from '../ui/animal-row.tsx';
import { useFocusOnNavigation } from '../ui/focus.ts';
import { Name } from '../ui/name.tsx';
import { EmptyState, PageFrame } from '../ui/page.tsx';
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
      navigationWidth={216}
      content={content}
      header={<HeaderSearch />}
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

/** Links to the pages that this key can open: those of the shelter's work, and those that set it up. */
function Navigation({ onChoose }: { onChoose: () => void }) {
  const { can } = useSession();
  const [address] = useLocation();
  const here = consolePageAt(address);
  return (
    <nav aria-label="Places">
      {consolePages
        .filter(({ scope }) => can(scope))
        .map((page, at, pages) => (
          <NavLink
            key={page.path}
            component={Link}
            href={page.path}
            label={page.label}
            rightSection={counts[page.path]}
            active={page === here}
            aria-current={page === here ? 'page' : undefined}
            onClick={onChoose}
            mt={at > 0 && pages[at - 1]?.group !== page.group ? 'xl' : 0}
          />
        ))}
    </nav>
  );
}

/** How many of what a page is about are open. */
const counts: Partial<Record<ConsolePath, ReactNode>> = {
  '/orders': <OpenReservations />,
  '/inquiries': <OpenInquiries />,
};

function OpenReservations() {
  const { oldest = [], areAll = true } = useReservations() ?? {};
  return <OpenCount count={oldest.length} more={areAll ? '' : '+'} />;
}

function OpenInquiries() {
  return <OpenCount count={useOpenInquiries() ?? 0} more="" />;
}

/** Nothing if none are. */
function OpenCount({ count, more }: { count: number; more: string }) {
  if (count === 0) return null;
  return (
    <Text span size="sm" c="dimmed" fw={600}>
      {formatCount(count) + more}
      <VisuallyHidden> open</VisuallyHidden>
    </Text>
  );
}

/** Finds animals and pages from everywhere: `/` and Ctrl-K lead to it. */
function HeaderSearch() {
  const { can } = useSession();
  const [, navigate] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useWindowEvent('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (!isCommand && (event.key !== '/' || isForOthers(event))) return;
    event.preventDefault();
    field.current?.focus();
  });
  const pagesNamed = (text: string) =>
    consolePages
      .filter(({ scope, label }) => can(scope) && text.trim() !== '' && matches(label, text))
      .map(({ path, label }) => ({ label, choose: () => navigate(path) }));
  return (
    <AnimalSearch
      ref={field}
      className="search"
      aria-label="Find an animal or a page"
      aria-keyshortcuts="/ Control+K"
      placeholder="Find an animal or a page ( / )"
      onChoose={({ id }) => navigate(`/animals/${id}`)}
      others={pagesNamed}
    />
  );
}

function matches(label: string, text: string): boolean {
  return label.toLowerCase().startsWith(text.trim().toLowerCase());
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
    <PageFrame title={page.label}>
      <EmptyState title="Your key has no access to this page">
        You are signed in as <Name>{personOf(key)}</Name>. Ask your administrator for a key with more permissions.
      </EmptyState>
    </PageFrame>
  );
}
