import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

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
