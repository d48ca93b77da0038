import './shell.css';
import { Anchor, AppShell, Burger, Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useLocation } from 'wouter';
import { basePath } from '../lib/base-path.ts';
import { publicStatuses } from '../lib/environment.ts';
import { useSession } from '../session/session.tsx';
import { EnvironmentBadge, StagingBar, stagingBarHeight } from '../ui/environment.tsx';
import { useFocusOnNavigation } from '../ui/focus.ts';
import { Name } from '../ui/name.tsx';
import { SecretDialogHost } from '../ui/secret-dialog.tsx';
import { ErrorBoundary } from './error-page.tsx';
import { Navigation } from './navigation.tsx';
import { PageGate } from './page-gate.tsx';
import { ServerBanner } from './server-banner.tsx';

const headerHeight = 56;

/** The frame around every page: the environment, the navigation, and the current key. */
export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [path] = useLocation();
  const { key, signOut } = useSession();
  const burger = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLElement>(null);
  useFocusOnNavigation(content);

  const closeByKey = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    close();
    burger.current?.focus();
  };

  return (
    <AppShell
      padding="md"
      header={{ height: headerHeight + stagingBarHeight }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      onKeyDown={closeByKey}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <StagingBar />
        <Group h={headerHeight} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
              aria-expanded={isOpen}
              aria-controls="navigation"
            />
            <Text fw={700} size="lg" visibleFrom="xs">
              Petstore
            </Text>
          </Group>
          <EnvironmentBadge />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" id="navigation" className="navigation" mod={{ closed: !isOpen }}>
        <AppShell.Section grow component={ScrollArea}>
          <Navigation onChoose={close} />
        </AppShell.Section>
        <AppShell.Section>
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
              Signed in as <b className="name">{key.name}</b>
            </Text>
            <Button variant="default" size="xs" onClick={() => signOut()}>
              Sign out
            </Button>
          </Stack>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} ref={content}>
        <SecretDialogHost>
          <ServerBanner />
          <ErrorBoundary path={path}>
            <PageGate path={path}>{children}</PageGate>
          </ErrorBoundary>
        </SecretDialogHost>
      </AppShell.Main>
    </AppShell>
  );
}
