import { Table, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { Day } from '../ui/time.tsx';
import { type KeyAction, KeyActions } from './key-actions.tsx';
import { KeyExpiry, KeyName, KeyPermissions, KeyStatusBadge, KeyUse } from './key-parts.tsx';

interface KeysProps {
  keys: readonly Key[];
  onChoose(action: KeyAction): void;
}

/** Keys, one in each row. */
export function KeyTable({ keys, onChoose }: KeysProps) {
  return (
    <Table verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Permissions</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Created</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>Expires</Table.Th>
          <Table.Th aria-label="Actions" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <Table.Tr key={String(key.id)}>
            <Table.Td miw={160}>
              <KeyName value={key} />
            </Table.Td>
            <Table.Td>
              <KeyPermissions value={key} />
            </Table.Td>
            <Table.Td>
              <KeyStatusBadge status={key.status} />
            </Table.Td>
            <Table.Td>
              <Text size="sm">
                <Day at={key.createdAt} />
              </Text>
            </Table.Td>
            <Table.Td>
              <KeyUse value={key} />
            </Table.Td>
            <Table.Td>
              <KeyExpiry value={key} />
            </Table.Td>
            <Table.Td w={1}>
              <KeyActions value={key} onChoose={onChoose} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
