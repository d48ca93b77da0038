import {
  Anchor,
  AppShell,
  Group,
  NavLink,
  Stack,
  Text,
  TextInput,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useColorScheme, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useOpenInquiries, useReservations } from '../data/queries.ts';
import { DialogHost, PageDialog } from '../lib/dialog-host.tsx';
import { basePath, publicStatuses, shelterName } from '../lib/environment.ts';
import { formatCount } from '../lib/formats.ts';
import { type ConsolePath, consolePageAt, consolePages } from '../pages.ts';
import { useSession } from '../session/session.tsx';
import { later } from '../texts/later.ts';
import { texts } from '../texts/texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { useFocusOnNavigation } from '../ui/focus.ts';
import { keyText } from '../ui/inline.tsx';
import { EmptyState, PageFrame, useIsNarrow } from '../ui/page.tsx';
import { isForOthers, useShortcuts } from '../ui/shortcuts.ts';
import { AppFrame } from './app-frame.tsx';
import { ErrorBoundary } from './error-page.tsx';
import { PageIcon } from './icons.tsx';
import { ServerBanner } from './server-banner.tsx';

/** Without a connection the field stays as it is, and tries again. */
const ignored = () => undefined;
async function loadFindBox() {
  await (await import('../texts/page-texts.ts')).loadPageTexts();
  return (await import('../find/find-box.tsx')).FindBox;
}
/** Animals that were opened last. */
const mostOpened = 6;
const Account = later(async () => (await import('../session/devices-dialog.tsx')).Account);

export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const content = useRef<HTMLElement>(null);
  useFocusOnNavigation(content);
  return (
    <DialogHost>
      <AppFrame
        title={shelterName}
        navigationWidth={216}
        content={content}
        header={<HeaderSearch />}
        navigation={(close) => (
          <>
            <AppShell.Section grow mih={0} style={{ overflowY: 'auto' }}>
              <Navigation onChoose={close} />
            </AppShell.Section>
            <AppShell.Section>
              <SignedIn />
            </AppShell.Section>
          </>
        )}
      >
        <ServerBanner />
        <ErrorBoundary path={path}>
          <PageGate path={path}>{children}</PageGate>
          <PageDialog />
        </ErrorBoundary>
      </AppFrame>
    </DialogHost>
  );
}

function Navigation({ onChoose }: { onChoose: () => void }) {
  const { can } = useSession();
  const [address] = useLocation();
  const here = consolePageAt(address);
  return (
    <nav aria-label={texts.shell.places}>
      {consolePages
        .filter(({ scope }) => can(scope))
        .map((page, at, pages) => (
          <NavLink
            key={page.path}
            component={Link}
            href={page.path}
            label={texts.pages[page.path]}
            leftSection={<PageIcon path={page.path} />}
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

const counts: Partial<Record<ConsolePath, ReactNode>> = {
  '/orders': <OpenReservations />,
  '/inquiries': <OpenInquiries />,
};

function OpenReservations() {
  return <OpenCount {...useReservations()} />;
}

function OpenInquiries() {
  return <OpenCount {...useOpenInquiries()} />;
}

function OpenCount({ oldest = [], areAll = true }: { oldest?: readonly unknown[]; areAll?: boolean }) {
  if (oldest.length === 0) return null;
  return (
    <Text span size="sm" c="dimmed" fw={600}>
      {formatCount(oldest.length) + (areAll ? '' : '+')}
      <VisuallyHidden> {texts.shell.open}</VisuallyHidden>
    </Text>
  );
}

/** Finds everything from everywhere: `/` and Ctrl-K lead to it. What finds is loaded when somebody comes to it. */
function HeaderSearch() {
  const [path] = useLocation();
  const [Box, setBox] = useState<Awaited<ReturnType<typeof loadFindBox>>>();
  const [begun, setBegun] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<readonly bigint[]>([]);
  const [, id] = /^\/animals\/(-?\d+)$/.exec(path) ?? [];
  useEffect(() => {
    if (id === undefined) return;
    setOpened((before) => [BigInt(id), ...before.filter((one) => String(one) !== id)].slice(0, mostOpened));
  }, [id]);
  useWindowEvent('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (!isCommand && (event.key !== '/' || isForOthers(event))) return;
    event.preventDefault();
    field.current?.focus();
  });
  const shared = {
    ref: field,
    className: 'search',
    'aria-label': texts.shell.find,
    'aria-keyshortcuts': '/ Control+K',
    placeholder: useIsNarrow() ? texts.shell.find : texts.shell.findHint,
  };
  const plain = (
    <TextInput
      type="search"
      role="combobox"
      aria-expanded={false}
      autoComplete="off"
      {...shared}
      value={begun}
      onChange={({ currentTarget }) => setBegun(currentTarget.value)}
      onFocus={() => void loadFindBox().then((box) => setBox(() => box), ignored)}
    />
  );
  if (Box === undefined) return plain;
  return <Box {...shared} autoFocus={document.activeElement === field.current} begun={begun} opened={opened} />;
}

function SignedIn() {
  const { key, signOut } = useSession();
  return (
    <Stack gap="xs" p="xs">
      {publicStatuses.length > 0 && (
        <Anchor href={`${basePath}/adopt`} size="sm" className="touch">
          {texts.shell.publicPage}
        </Anchor>
      )}
      <Anchor href={`${basePath}/docs`} size="sm" className="touch">
        {texts.shell.reference}
      </Anchor>
      {key.personId === undefined ? (
        <Text size="sm">{texts.shell.signedInAs(<b className="name">{keyText(key.name)}</b>)}</Text>
      ) : (
        <Suspense>
          <Account personId={key.personId} />
        </Suspense>
      )}
      <Group gap={6} grow preventGrowOverflow={false}>
        <SchemeSwitch />
        <ShortcutSwitch />
        <SmallButton onClick={() => signOut()}>{texts.shell.signOut}</SmallButton>
      </Group>
    </Stack>
  );
}

/** Makes the console dark, or light. What the system has is not kept, and so goes on to follow it. */
function SchemeSwitch() {
  const { setColorScheme, clearColorScheme } = useMantineColorScheme();
  const system = useColorScheme();
  const other = useComputedColorScheme() === 'dark' ? 'light' : 'dark';
  return (
    <SmallButton px={6} onClick={() => (other === system ? clearColorScheme() : setColorScheme(other))}>
      {texts.shell.schemes[other]}
    </SmallButton>
  );
}

function ShortcutSwitch() {
  const { areOn, toggle } = useShortcuts();
  return (
    <SmallButton px={6} title={texts.shell.shortcutsMeaning} onClick={toggle}>
      {texts.shell.shortcuts(areOn)}
    </SmallButton>
  );
}

/** Shows a page to keys with its scope, and an explanation to others. */
function PageGate({ path, children }: { path: string; children: ReactNode }) {
  const { can } = useSession();
  const page = consolePageAt(path);
  if (page === undefined || can(page.scope)) return children;
  const first = consolePages.find(({ scope }) => can(scope));
  // Nobody has asked for the overview who has only opened the console.
  if (path === '/' && first !== undefined) return <Redirect to={first.path} replace />;
  return (
    <PageFrame title={texts.pages[page.path]}>
      <EmptyState title={texts.shell.noAccess}>{texts.shell.noAccessAdvice}</EmptyState>
    </PageFrame>
  );
}
