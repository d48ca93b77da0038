import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Client, Device } from '../../client/index.ts';
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
  const [left, setLeft] = useState<ReactNode>();
  return (
    <Dialog title={title}>
      {left !== undefined && (
        <Alert color="orange" role="status">
          {left}
        </Alert>
      )}
      <ReadablePages query={query} height={120} empty={<Text c="dimmed">{texts.session.noDevices}</Text>}>
        {(devices) => (
          <List>
            {devices.map((device) => (
              <DeviceLine key={String(device.id)} device={device} personId={personId} onLeft={setLeft} />
            ))}
          </List>
        )}
      </ReadablePages>
    </Dialog>
  );
}

interface DeviceLineProps {
  device: Device;
  personId: bigint;
  /** Called with what outlives the device. */
  onLeft: (left: ReactNode) => void;
}

function DeviceLine({ device: { id, device, expiresAt, lastUsedAt }, personId, onLeft }: DeviceLineProps) {
  const { client, key, can, signOut } = useSession();
  const reload = useReload('people');
  const words = texts.session;
  const isOwn = id === key.id;
  const ending = useAction(
    async () => {
      if (isOwn) {
        signOut();
        return undefined;
      }
      const made = can('people:admin') ? await findMade(client, id) : [];
      await client.devices
        .remove(personId, id)
        .catch(unlessGone('device_not_found'))
        .finally(() => void reload());
      if (made.length > 0) onLeft(words.deviceLeft(<Name>{device}</Name>, made.join(', ')));
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

/** What was made on a device and does not end with it: keys, webhooks, and devices that have signed in by its links. */
async function findMade(client: Client, callerId: bigint): Promise<string[]> {
  const { left } = texts.session;
  const made = new Set<string>();
  for await (const { type, keyId, webhookId } of client.people.events({ callerId, limit: 100 })) {
    if (type === 'key.created' && keyId !== undefined) made.add(left.key(keyId));
    if (type === 'sign_in.created' && keyId !== undefined) made.add(left.device(keyId));
    if (type.startsWith('webhook.') && webhookId !== undefined) made.add(left.webhook(webhookId));
  }
  return [...made];
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
