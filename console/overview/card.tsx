import { Group, Paper, Stack, Title } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface CardProps {
  title: string;
  /** Stands at the other end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One part of the overview under a title of its own. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id} miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
