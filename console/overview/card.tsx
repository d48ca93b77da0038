import { Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PetStatus } from '../../client/index.ts';
import { Failure } from '../ui/failure.tsx';

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

interface ReadableProps<Data> {
  query: UseQueryResult<Data>;
  /** Kept free until there is something, in pixels. */
  height: number;
  children: (data: Data) => ReactNode;
}

/** Shows data when it is loaded. Earlier data stays if reloading fails. */
export function Readable<Data>({ query, height, children }: ReadableProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return error === null ? <Skeleton h={height} /> : <Failure error={error} retry={() => void refetch()} />;
}
