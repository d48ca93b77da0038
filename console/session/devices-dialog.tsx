import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '../../client/index.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { usePages, useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton, SmallButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Moment, Name, TagBadge } from '../ui/inline.tsx';
import { useAction } from '../ui/notify.tsx';
import { List, Note } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { useSession } from './session.tsx';

export function DevicesDialog({ title, personId }: { title: string; personId: bigint }) {
  const { client } = useSession();
  const query = usePages({
    queryKey: ['people', 'devices', String(personId)],
    read: (cursor, signal) => client.devices.list(personId, { cursor, signal }).page(),
  });
  return (
    <Dialog title={title}>
      <ReadablePages query={query} height={120} empty={<Text c="dimmed">{texts.session.noDevices}</Text>}>
        {(devices) => (
          <List>
            {devices.map((device) => (
              <DeviceLine key={String(device.id)} device={device} personId={personId} />
            ))}
          </List>
        )}
      </ReadablePages>
    </Dialog>
  );
}

function DeviceLine({ device: { id, device, expiresAt, lastUsedAt }, personId }: { device: Device; personId: bigint }) {
  const { client, key, signOut } = useSession();
  const reload = useReload('people');
  const words = texts.session;
  const isOwn = id === key.id;
  const ending = useAction(
    async () => {
      if (isOwn) {
        signOut();
        return undefined;
      }
      await client.devices
        .remove(personId, id)
        .catch(unlessGone('device_not_found'))
        .finally(() => void reload());
      return words.deviceEnded(<Name>{device}</Name>);
    },
    { failed: () => words.deviceNotEnded(<Name>{device}</Name>) },
  );
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="xs">
          <Name>{device}</Name>
          {isOwn && <TagBadge color="brand">{words.thisDevice}</TagBadge>}
        </Group>
        <Note>
          {lastUsedAt !== undefined && words.lastUsed(<Moment at={lastUsedAt} />)}{' '}
          {words.endsAt(<Moment at={expiresAt} />)}
        </Note>
      </div>
      <SmallActionButton
        flex="none"
        subject={String(id)}
        aria-label={words.endDevice(device)}
        loading={ending.isPending}
        onClick={() => ending.start()}
      >
        {texts.shell.signOut}
      </SmallActionButton>
    </Group>
  );
}

export function Account({ personId }: { personId: bigint }) {
  const { client } = useSession();
  const { ownDevices } = texts.session;
  const open = useOpenDialog();
  const { data } = useQuery({
    queryKey: ['people', 'self'],
    queryFn: ({ signal }) => client.people.self({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Text size="sm">{texts.shell.signedInAs(<b className="name">{data?.name}</b>)}</Text>
      <SmallButton onClick={() => open(<DevicesDialog title={ownDevices} personId={personId} />)}>
        {ownDevices}
      </SmallButton>
    </>
  );
}
