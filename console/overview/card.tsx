import { Group, Paper, Stack, Title } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { PetStatus } from '../../client/index.ts';

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

/** They contrast with white and black, and differ for people with red-green colour blindness. */
export const statusColors: Record<PetStatus, string> = { available: 'brand.5', pending: 'orange.7', sold: 'gray.6' };
