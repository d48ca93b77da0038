import { Group, Stack, Text } from '@mantine/core';
import type { Key, KeyStatus } from '../../client/index.ts';
import { DataTable } from '../listing/data-table.tsx';
import { useSession } from '../session/session.tsx';
import { SmallButton } from '../ui/action-button.tsx';
import { TagBadge } from '../ui/tags.tsx';
import { Day, Moment } from '../ui/time.tsx';
import { daysLeftIfSoon } from './expiry.ts';
import { roleLabel, scopeLabel } from './permissions.ts';

/** The narrowest window in which all columns have room. */
export const keysTableFrom = '75em';

const Small = Text.withProps({ span: true, size: 'sm' });

interface KeyTableProps {
  keys: readonly Key[];
  onChoose(action: KeyAction): void;
}

export function KeyTable({ keys, onChoose }: KeyTableProps) {
  return (
    <DataTable
      label="Keys"
      items={keys}
      tableFrom={keysTableFrom}
      columns={[
        { label: 'Name', part: 'heading', minWidth: 160, cell: (key) => <KeyName value={key} /> },
        { label: 'Permissions', part: 'other', cell: (key) => <KeyPermissions value={key} /> },
        {
          label: 'Status',
          part: 'mark',
          cell: ({ status }) => <TagBadge color={colors[status] ?? 'gray'} status={status} />,
        },
        {
          label: 'Created',
          part: 'fact',
          cell: ({ createdAt }) => (
            <Small>
              <Day at={createdAt} />
            </Small>
          ),
        },
        {
          label: 'Last used',
          part: 'fact',
          cell: ({ lastUsedAt }) => <Small>{lastUsedAt === undefined ? 'never' : <Moment at={lastUsedAt} />}</Small>,
        },
        { label: 'Expires', part: 'fact', cell: (key) => <KeyExpiry value={key} /> },
        { label: 'What to do', part: 'other', cell: (key) => <KeyActions value={key} onChoose={onChoose} /> },
      ]}
    />
  );
}

export interface KeyAction {
  readonly kind: 'rotate' | 'revoke';
  readonly key: Key;
}

/** What can be done with a key: nothing with one that has ended or may do more than one's own. */
function KeyActions({ value, onChoose }: { value: Key } & Pick<KeyTableProps, 'onChoose'>) {
  const { key } = useSession();
  if (value.status === 'revoked') return null;
  if (!value.scopes.every((scope) => key.scopes.includes(scope))) {
    return (
      <Text size="sm" c="dimmed">
        Has more permissions than your key, so you cannot change it.
      </Text>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {value.status === 'active' && (
        <SmallButton
          aria-label={`New secret for ${value.name}`}
          onClick={() => onChoose({ kind: 'rotate', key: value })}
        >
          New secret
        </SmallButton>
      )}
      <SmallButton aria-label={`Revoke ${value.name}`} onClick={() => onChoose({ kind: 'revoke', key: value })}>
        Revoke
      </SmallButton>
    </Group>
  );
}

const colors: Record<KeyStatus, string> & Record<string, string> = { active: 'green', expired: 'gray', revoked: 'red' };

/** The name of a key and the first characters of its secret. */
function KeyName({ value }: { value: Key }) {
  const { key } = useSession();
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={600} className="name">
          {value.name}
        </Text>
        {value.id === key.id && <TagBadge color="brand">you</TagBadge>}
      </Group>
      <Text size="sm" c="dimmed" className="id">
        {value.hint}
      </Text>
    </Stack>
  );
}

function KeyPermissions({ value: { role, scopes, origins } }: { value: Key }) {
  return (
    <>
      <Text size="sm">{role === undefined ? scopes.map(scopeLabel).join(', ') : roleLabel(role)}</Text>
      {origins !== undefined && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {origins.includes('*') ? 'for every web site' : `for ${origins.join(', ')}`}
        </Text>
      )}
    </>
  );
}

/** When a key expires, highlighted if that is soon, or when it was revoked. */
function KeyExpiry({ value: { status, expiresAt, revokedAt } }: { value: Key }) {
  const end = revokedAt ?? expiresAt;
  if (end === undefined) return <Small>never</Small>;
  const days = status === 'active' ? daysLeftIfSoon(end, Date.now()) : undefined;
  return (
    <Group gap="xs" display="inline-flex">
      <Small>
        <Day at={end} />
      </Small>
      {days !== undefined && <TagBadge color="orange">{days === 1 ? 'within a day' : `in ${days} days`}</TagBadge>}
    </Group>
  );
}
