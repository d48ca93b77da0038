import { Group, Stack, Text } from '@mantine/core';
import type { Key, KeyStatus } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { Tag } from '../ui/tags.tsx';
import { Day, Moment } from '../ui/time.tsx';
import { daysLeftIfSoon } from './expiry-field.tsx';
import { roleLabel, scopeLabel } from './permissions.ts';

const colors: Record<KeyStatus, string> = { active: 'green', expired: 'gray', revoked: 'red' };

/** The status of a key as a coloured badge. */
export function KeyStatusBadge({ status }: { status: KeyStatus }) {
  return (
    <Tag color={colors[status]} data-status={status}>
      {status}
    </Tag>
  );
}

/** The name of a key and the first characters of its secret. */
export function KeyName({ value }: { value: Key }) {
  const { key } = useSession();
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={600} className="name">
          {value.name}
        </Text>
        {value.id === key.id && <Tag color="brand">you</Tag>}
      </Group>
      <Text size="sm" c="dimmed" className="id">
        {value.hint}
      </Text>
    </Stack>
  );
}

/** What a key may do, and which web sites may use it. */
export function KeyPermissions({ value: { role, scopes, origins } }: { value: Key }) {
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
export function KeyExpiry({ value: { status, expiresAt, revokedAt } }: { value: Key }) {
  const end = revokedAt ?? expiresAt;
  if (end === undefined) return <Text size="sm">never</Text>;
  const days = status === 'active' ? daysLeftIfSoon(end, Date.now()) : undefined;
  return (
    <Group gap="xs">
      <Text size="sm">
        <Day at={end} />
      </Text>
      {days !== undefined && <Tag color="orange">{days === 1 ? 'within a day' : `in ${days} days`}</Tag>}
    </Group>
  );
}

/** When a key was last used. */
export function KeyUse({ value: { lastUsedAt } }: { value: Key }) {
  return <Text size="sm">{lastUsedAt === undefined ? 'never' : <Moment at={lastUsedAt} />}</Text>;
}
