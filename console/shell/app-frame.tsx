import './shell.css';
import { AppShell, type AppShellNavbarProps, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { logo } from '../lib/environment.ts';
import { texts } from '../texts/texts.ts';
import { EnvironmentBadge, StagingBar, stagingBarHeight } from '../ui/environment.tsx';

const headerHeight = 56;

interface AppFrameProps {
  title: string;
  /** What stands in the middle and at the end of the header. */
  header?: ReactNode;
  /** What stands beside the content, and on a phone over it when it is opened; with what closes it again. */
  navigation: (close: () => void) => ReactNode;
  navigationWidth: number;
  navigationProps?: Partial<AppShellNavbarProps>;
  contentClass?: string;
  content?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function AppFrame(props: AppFrameProps) {
  const { title, header, navigation, navigationWidth, navigationProps, contentClass, content, children } = props;
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  const closeByKey = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    close();
    burger.current?.focus();
  };
  return (
    <AppShell
      padding="md"
      header={{ height: headerHeight + stagingBarHeight }}
      navbar={{ width: navigationWidth, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      onKeyDown={closeByKey}
    >
      <a className="skip" href="#content">
        {texts.shell.skip}
      </a>
      <AppShell.Header>
        <StagingBar />
        <Group h={headerHeight} px="md" gap="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0} className="brand">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? texts.shell.closeNavigation : texts.shell.openNavigation}
              aria-expanded={isOpen}
              aria-controls="navigation"
            />
            {logo !== undefined && <img src={logo} alt="" height={36} style={{ maxWidth: 96 }} />}
            <Text fw={700} size="lg" className="name title" lineClamp={1}>
              {title}
            </Text>
          </Group>
          {header}
          <EnvironmentBadge />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" id="navigation" className="navigation" mod={{ closed: !isOpen }} {...navigationProps}>
        {navigation(close)}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} ref={content} className={contentClass}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
