import { type ElementProps, Group, Paper, Stack, type StackProps, Text, Title } from '@mantine/core';
import { useDocumentTitle, useId, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { shelterName } from '../lib/environment.ts';
import { useFocusFallback } from './focus.ts';
import { isolated } from './inline.tsx';

interface TitledProps {
  title: string;
  /** What can be done there. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function PageFrame({ title, actions, children }: TitledProps) {
  useDocumentTitle(`${isolated(title)} · ${shelterName}`);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1} size="h2" className="name">
          {title}
        </Title>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

export function EmptyState({ title, children, actions }: TitledProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" ta="center">
            {children}
          </Text>
        )}
        {actions !== undefined && <Group justify="center">{actions}</Group>}
      </Stack>
    </Paper>
  );
}

/** A part of a page under a title of its own. It gets the focus when what had it in there is gone. */
export function Section({ title, actions, children }: TitledProps) {
  const id = useId();
  const section = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusFallback(section);
  return (
    <Stack ref={section} tabIndex={-1} component="section" gap="sm" aria-labelledby={id} {...focusHandlers}>
      <Group justify="space-between" mih={36}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

export function Card(section: TitledProps) {
  return (
    <Paper withBorder p="md" miw={0}>
      <Section {...section} />
    </Paper>
  );
}

/** What stands back behind what is around it. */
export const Note = Text.withProps({ size: 'sm', c: 'dimmed' });

/** Entries below each other, as a list without marks. */
export function List(props: StackProps & ElementProps<'ul', keyof StackProps>) {
  return <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} {...props} />;
}

/** Labels have one width, so that facts below each other begin at one line. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group wrap="nowrap" align="baseline">
      <Text component="dt" size="sm" c="dimmed" w={130} flex="none" className="name">
        {label}
      </Text>
      <Text component="dd" m={0} miw={0} className="name">
        {children}
      </Text>
    </Group>
  );
}

/** Whether the window is narrower than that; by default, than a table needs, which is where the navigation folds, too. */
export function useIsNarrow(width = '48em'): boolean {
  return useMediaQuery(`(width < ${width})`, undefined, { getInitialValueInEffect: false });
}
