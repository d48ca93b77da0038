import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Key, KeyStatus } from '../../client/index.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useReopening } from '../lib/drafts.ts';
import { usePages } from '../lib/queries.ts';
import { DataTable } from '../listing/data-table.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Day, isolated, Moment, Name, TagBadge } from '../ui/inline.tsx';
import { Note, PageFrame, useIsNarrow } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { KeyDialog, keyDraft } from './key-dialog.tsx';
import { RotateKeyDialog, useShowKey } from './key-dialogs.tsx';
import { daysLeftIfSoon } from './key-fields.tsx';
import { labelOf } from './permissions.ts';

const { ui, people, keys: words } = texts;
const pageSize = 25;
/** The narrowest window in which all columns have room. */
const tableFrom = '75em';

export function KeysPage() {
  const { client } = useSession();
  const open = useOpenDialog();
  const add = () => open(<KeyDialog />);
  useReopening(keyDraft, add);
  const query = usePages({
    queryKey: ['keys'],
    read: (cursor, signal) => client.keys.list({ limit: pageSize, cursor, signal }).page(),
  });
  return (
    <PageFrame title={texts.pages['/keys']} actions={<Button onClick={add}>{words.newKey}</Button>}>
      <ReadablePages query={query} height={useIsNarrow(tableFrom) ? 640 : 320}>
        {(keys) => <KeyTable keys={keys} />}
      </ReadablePages>
    </PageFrame>
  );
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  return (
    <DataTable
      label={texts.pages['/keys']}
      items={keys}
      tableFrom={tableFrom}
      columns={[
        { label: ui.name, part: 'heading', minWidth: 160, cell: (key) => <KeyName value={key} /> },
        { label: words.permissions, part: 'other', cell: (key) => <KeyPermissions value={key} /> },
        {
          label: texts.listing.status,
          part: 'mark',
          cell: ({ status }) => (
            <TagBadge color={colors[status] ?? 'gray'} status={status}>
              {statuses[status]}
            </TagBadge>
          ),
        },
        {
          label: words.createdOn,
          part: 'fact',
          cell: ({ createdAt }) => <Day at={createdAt} />,
        },
        {
          label: words.lastUsed,
          part: 'fact',
          cell: ({ lastUsedAt, deprecatedUses = [] }) => (
            <>
              {lastUsedAt === undefined ? words.never : <Moment at={lastUsedAt} />}
              {deprecatedUses.map(({ operation, lastUsedAt: at }) => (
                <Note key={operation}>{words.stillCalls(operation, <Moment at={at} />)}</Note>
              ))}
            </>
          ),
        },
        { label: words.expires, part: 'fact', cell: (key) => <KeyExpiry value={key} /> },
        { label: ui.actions, part: 'other', cell: (key) => <KeyActions value={key} /> },
      ]}
    />
  );
}

/** What can be done with a key: nothing with one that has ended or may do more than one's own. */
function KeyActions({ value }: { value: Key }) {
  const { client, key, signOut } = useSession();
  const open = useOpenDialog();
  const showKey = useShowKey();
  if (value.status === 'revoked') return null;
  if (!value.scopes.every((scope) => key.scopes.includes(scope))) return <Note>{words.mayMore}</Note>;
  const { id, name, status } = value;
  const isOwn = id === key.id;
  const revoke = async () => {
    await client.keys.revoke(id);
    if (isOwn) return signOut(words.ownWasRevoked);
    showKey({ ...value, status: 'revoked', revokedAt: new Date().toISOString() });
    return words.wasRevoked(<Name>{name}</Name>);
  };
  const revoking = (
    <ConfirmDialog
      title={`${words.revokeOne(isolated(name))}?`}
      submitLabel={isOwn ? words.revokeOwn : words.revokeIt}
      act={revoke}
    >
      <Text>{words.revokeText(<b className="name">{name}</b>)}</Text>
      {isOwn && (
        <Alert color="orange" role="note">
          {words.isOwn}
        </Alert>
      )}
    </ConfirmDialog>
  );
  return (
    <Group gap="xs">
      {status === 'active' && (
        <>
          <SmallButton aria-label={people.change.title(name)} onClick={() => open(<KeyDialog target={value} />)}>
            {people.change.label}
          </SmallButton>
          <SmallButton aria-label={ui.newSecretFor(name)} onClick={() => open(<RotateKeyDialog target={value} />)}>
            {ui.newSecret}
          </SmallButton>
        </>
      )}
      <SmallButton aria-label={words.revokeOne(name)} onClick={() => open(revoking)}>
        {words.revoke}
      </SmallButton>
    </Group>
  );
}

const statuses: Readonly<Record<string, string>> = words.statuses;
const colors: Record<KeyStatus, string> & Record<string, string> = { active: 'green', expired: 'gray', revoked: 'red' };

function KeyName({ value }: { value: Key }) {
  const { key } = useSession();
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={600} className="name">
          {value.name}
        </Text>
        {value.id === key.id && <TagBadge color="brand">{ui.you}</TagBadge>}
      </Group>
      <Note className="id">{value.hint}</Note>
    </Stack>
  );
}

function KeyPermissions({ value: { role, scopes, origins } }: { value: Key }) {
  return (
    <>
      <Text size="sm">
        {role === undefined
          ? scopes.map((scope) => labelOf(words.scopes, scope)).join(', ')
          : labelOf(words.roles, role)}
      </Text>
      {origins !== undefined && (
        <Note style={{ overflowWrap: 'anywhere' }}>
          {origins.includes('*') ? words.forEverySite : words.forSites(origins.join(', '))}
        </Note>
      )}
    </>
  );
}

function KeyExpiry({ value: { status, expiresAt, revokedAt } }: { value: Key }) {
  const end = revokedAt ?? expiresAt;
  if (end === undefined) return words.never;
  const days = status === 'active' ? daysLeftIfSoon(end, Date.now()) : undefined;
  return (
    <Group gap="xs" display="inline-flex">
      <Day at={end} />
      {days !== undefined && <TagBadge color="orange">{words.daysLeft(days)}</TagBadge>}
    </Group>
  );
}
