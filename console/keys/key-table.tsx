import { Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { DataTable } from '../listing/data-table.tsx';
import { Day } from '../ui/time.tsx';
import { type KeyAction, KeyActions } from './key-actions.tsx';
import { KeyExpiry, KeyName, KeyPermissions, KeyStatusBadge, KeyUse } from './key-parts.tsx';

/** The narrowest window in which all columns have room. */
export const keysTableFrom = '75em';

interface KeyTableProps {
  keys: readonly Key[];
  onChoose(action: KeyAction): void;
}

/** Keys with what can be done with them. */
export function KeyTable({ keys, onChoose }: KeyTableProps) {
  return (
    <DataTable
      label="Keys"
      items={keys}
      tableFrom={keysTableFrom}
      columns={[
        { label: 'Name', part: 'heading', minWidth: 160, cell: (key) => <KeyName value={key} /> },
        { label: 'Permissions', part: 'other', cell: (key) => <KeyPermissions value={key} /> },
        { label: 'Status', part: 'mark', cell: ({ status }) => <KeyStatusBadge status={status} /> },
        {
          label: 'Created',
          part: 'fact',
          cell: ({ createdAt }) => (
            <Text span size="sm">
              <Day at={createdAt} />
            </Text>
          ),
        },
        { label: 'Last used', part: 'fact', cell: (key) => <KeyUse value={key} /> },
        { label: 'Expires', part: 'fact', cell: (key) => <KeyExpiry value={key} /> },
        { label: 'What to do', part: 'other', cell: (key) => <KeyActions value={key} onChoose={onChoose} /> },
      ]}
    />
  );
}
