import { AppShell, Burger, Button, Group, NavLink, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { AwayBanner } from './away-banner.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { places } from './places.ts';

/** What stands around every place: which server this is, where one can go, and who is signed in. */
export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [location] = useLocation();
  const { can, key, signOut } = useSession();
  const isHere = (path: string) => location === path || (path !== '/' && location.startsWith(`${path}/`));
  return (
    <AppShell
      padding="md"
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
            />
            <Title order={2} size="h4" visibleFrom="xs">
              Petstore
            </Title>
          </Group>
          <EnvironmentBadge />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <AppShell.Section grow component={ScrollArea}>
          <nav aria-label="Places">
            {places
              .filter(({ scope }) => can(scope))
              .map(({ path, label }) => (
                <NavLink
                  key={path}
                  component={Link}
                  href={path}
                  label={label}
                  active={isHere(path)}
                  aria-current={isHere(path) ? 'page' : undefined}
                  onClick={close}
                />
              ))}
          </nav>
        </AppShell.Section>
        <AppShell.Section>
          <Stack gap="xs" p="xs">
            <Text size="sm" className="name">
              Signed in as <b>{key.name}</b>
            </Text>
            <Button variant="default" size="xs" onClick={signOut}>
              Sign out
            </Button>
          </Stack>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <AwayBanner />
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
