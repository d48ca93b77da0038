import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { isolated } from './name.tsx';

interface PageProps {
  title: string;
  /** What can be done here, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its title, its actions and its content. */
export function Page({ title, actions, children }: PageProps) {
  useDocumentTitle(`${isolated(title)} · Petstore`);
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

interface EmptyStateProps {
  title: string;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Stands where there is nothing yet, and says what to do next. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
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
