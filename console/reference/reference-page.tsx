import { Alert, AppShell, Burger, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { EnvironmentBadge, StagingBar, stagingBarHeight } from '../ui/environment.tsx';
import { documentAddress, interfaceAddress } from './addresses.ts';
import type { ReferenceDocument } from './document/document.ts';
import { listEntries } from './navigation/entries.ts';
import { Navigation } from './navigation/navigation.tsx';
import { useInitialFragment } from './navigation/use-fragment.ts';
import { Content } from './parts/content.tsx';
import { ApiKeyProvider } from './request/api-key.tsx';
import { keyVariableOf } from './request/curl.ts';
import { ServiceProvider } from './service.tsx';
import { useDocument } from './use-document.ts';

const headerHeight = 56;

/** The reference of the interface, drawn from its document alone. */
export function ReferencePage() {
  const { loaded, failure, retry } = useDocument();
  if (loaded !== undefined) return <LoadedPage document={loaded} />;
  return (
    <main className="loading">
      <h1>API reference</h1>
      {failure === undefined ? (
        <Stack role="status" aria-label="Loading the document">
          <Skeleton h={40} />
          <Skeleton h={240} />
        </Stack>
      ) : (
        <Alert color="red" title="The reference cannot be shown" role="alert">
          <Text size="sm">{failure}</Text>
          <Group mt="sm">
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
            <a href={documentAddress}>Open the document</a>
          </Group>
        </Alert>
      )}
    </main>
  );
}

function LoadedPage({ document: loaded }: { document: ReferenceDocument }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  const { title, servers, resolve } = loaded;
  const groups = useMemo(() => listEntries(loaded), [loaded]);
  const service = useMemo(
    () => ({ address: interfaceAddress(servers, location.href), keyVariable: keyVariableOf(title), resolve }),
    [servers, title, resolve],
  );
  useInitialFragment();
  useEffect(() => {
    document.title = `${title} API reference`;
  }, [title]);

  const closeByKey = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    close();
    burger.current?.focus();
  };
  return (
    <ServiceProvider value={service}>
      <ApiKeyProvider>
        <AppShell
          padding="md"
          header={{ height: headerHeight + stagingBarHeight }}
          navbar={{ width: 280, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
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
                  {title} API
                </Text>
              </Group>
              <EnvironmentBadge />
            </Group>
          </AppShell.Header>
          <AppShell.Navbar
            p="xs"
            id="navigation"
            aria-label="Sections"
            className="navigation"
            mod={{ closed: !isOpen }}
          >
            <Navigation groups={groups} onChoose={close} />
          </AppShell.Navbar>
          <AppShell.Main id="content" tabIndex={-1} className="reference">
            <Content document={loaded} />
          </AppShell.Main>
        </AppShell>
      </ApiKeyProvider>
    </ServiceProvider>
  );
}
