import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Key } from '../../client/index.ts';
import { Day } from '../ui/time.tsx';
import { type KeyAction, KeyActions } from './key-actions.tsx';
import { KeyExpiry, KeyName, KeyPermissions, KeyStatusBadge, KeyUse } from './key-parts.tsx';

interface KeysProps {
  keys: readonly Key[];
  onChoose(action: KeyAction): void;
}

/** Keys as cards, for narrow screens. */
export function KeyCards({ keys, onChoose }: KeysProps) {
  return (
    <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {keys.map((key) => (
        <Paper key={String(key.id)} component="li" withBorder p="md">
          <Stack gap="sm">
            <Group justify="space-between" align="start" wrap="nowrap">
              <KeyName value={key} />
              <KeyStatusBadge status={key.status} />
            </Group>
            <KeyPermissions value={key} />
            <SimpleGrid cols={2} spacing="xs">
              <Fact label="Created">
                <Text size="sm">
                  <Day at={key.createdAt} />
                </Text>
              </Fact>
              <Fact label="Last used">
                <KeyUse value={key} />
              </Fact>
              <Fact label="Expires">
                <KeyExpiry value={key} />
              </Fact>
            </SimpleGrid>
            <KeyActions value={key} onChoose={onChoose} />
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {children}
    </div>
  );
}
