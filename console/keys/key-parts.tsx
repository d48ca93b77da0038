import { Code, Group, Stack, Text } from '@mantine/core';
import type { Key, KeyStatus } from '../../client/index.ts';
import { basePath } from '../lib/base-path.ts';
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
  if (end === undefined)
    return (
      <Text span size="sm">
        never
      </Text>
    );
  const days = status === 'active' ? daysLeftIfSoon(end, Date.now()) : undefined;
  return (
    <Group gap="xs" display="inline-flex">
      <Text span size="sm">
        <Day at={end} />
      </Text>
      {days !== undefined && <Tag color="orange">{days === 1 ? 'within a day' : `in ${days} days`}</Tag>}
    </Group>
  );
}

/** When a key was last used. */
export function KeyUse({ value: { lastUsedAt } }: { value: Key }) {
  return (
    <Text span size="sm">
      {lastUsedAt === undefined ? 'never' : <Moment at={lastUsedAt} />}
    </Text>
  );
}

/** What to do with a public key: the line for a web site, ready to be copied. */
export function PublicKeyAdvice({ apiKey }: { apiKey: string }) {
  const address = `${location.origin}${basePath}/embed.js`;
  return (
    <>
      This is the new key. It is no secret: everybody who visits your web site can read it. To show cards of your
      animals, put this line into a page, where the cards should be:
      <Code block mt="xs" className="secret">
        {`<script src="${address}" data-key="${apiKey}" async></script>`}
      </Code>
    </>
  );
}
