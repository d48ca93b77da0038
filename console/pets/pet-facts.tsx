import { Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Pet } from '../../client/index.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { CategoryName } from './category-name.tsx';

interface PetFactsProps {
  pet: Pet;
  /** What can be done about the status. */
  children: ReactNode;
}

/** What is known of an animal. */
export function PetFacts({ pet: { id, categoryId, status }, children }: PetFactsProps) {
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" component="dl" m={0}>
        <Fact label="Number">
          <span className="id">{String(id)}</span>
        </Fact>
        <Fact label="Category">
          <CategoryName id={categoryId} />
        </Fact>
        <Fact label="Status">
          <Stack gap="xs" align="flex-start">
            {status !== undefined && <StatusBadge status={status} />}
            {children}
          </Stack>
        </Fact>
      </Stack>
    </Paper>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group wrap="nowrap" align="flex-start">
      <Text component="dt" size="sm" c="dimmed" w={80} flex="none">
        {label}
      </Text>
      <Text component="dd" m={0} miw={0}>
        {children}
      </Text>
    </Group>
  );
}
