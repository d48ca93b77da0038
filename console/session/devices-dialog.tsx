import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Client, type Device, PetstoreError } from '../../client/index.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { usePages, useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton, SmallButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { Moment, Name, TagBadge } from '../ui/inline.tsx';
import { useAction } from '../ui/notify.tsx';
import { List, Note } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { useSession } from './session.tsx';
import { useInvite } from './use-invite.tsx';

export function DevicesDialog({ title, personId }: { title: string; personId: bigint }) {
  const { client, key } = useSession();
  const { ownLink } = texts.session;
  const invite = useInvite();
  const opener = useOpener();
  const linking = useAction(() => invite({ id: personId }, opener), { failed: () => ownLink.failed });
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
      {personId === key.personId && (
        <Button mt="md" loading={linking.isPending} onClick={() => linking.start()}>
          {ownLink.title}
        </Button>
      )}
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

/**
 * What was made on a device and does not end with it: keys, webhooks, and devices that have signed in by its links. By name, or
 * by number for who may not read it.
 */
async function findMade(client: Client, callerId: bigint): Promise<string[]> {
  const { left } = texts.session;
  const made = new Map<string, Promise<string | undefined>>();
  const add = (print: (name: string) => string, id: bigint, read: Promise<string | undefined>) =>
    made.set(
      print(String(id)),
      read.catch((error) => (isGone(error) ? undefined : String(id))).then((name) => name && print(name)),
    );
  for await (const { type, keyId, personId, webhookId } of client.people.events({ callerId, limit: 100 })) {
    if (type === 'key.created' && keyId !== undefined) {
      add(
        left.key,
        keyId,
        client.keys.get(keyId).then(({ name, status }) => (status === 'active' ? name : undefined)),
      );
    }
    if (type === 'sign_in.created' && keyId !== undefined && personId !== undefined) {
      const devices = Array.fromAsync(client.devices.list(personId));
      add(
        left.device,
        keyId,
        devices.then((all) => all.find(({ id }) => id === keyId)?.device),
      );
    }
    if (type.startsWith('webhook.') && webhookId !== undefined) {
      add(
        left.webhook,
        webhookId,
        client.webhooks.get(webhookId).then(({ url }) => url),
      );
    }
  }
  return (await Promise.all(made.values())).flatMap((name) => name ?? []);
}

function isGone(error: unknown): boolean {
  return error instanceof PetstoreError && error.status === 404;
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
