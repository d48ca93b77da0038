import { Alert, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useShowKey } from './use-keys.ts';

export function RevokeDialog({ target, onClose }: { target: Key; onClose(): void }) {
  const { client, key: own, signOut } = useSession();
  const showKey = useShowKey();
  const isOwn = target.id === own.id;
  const name = <Name>{target.name}</Name>;
  const revoke = async () => {
    await client.keys.revoke(target.id);
    if (isOwn) return signOut('You have revoked the key that you were signed in with.');
    showKey({ ...target, status: 'revoked', revokedAt: new Date().toISOString() });
    notifyDone(<>{name} is revoked.</>);
    onClose();
  };
  return (
    <ConfirmDialog
      title={<>Revoke {name}?</>}
      submitLabel={isOwn ? 'Revoke it and sign me out' : 'Revoke it'}
      act={revoke}
      onClose={onClose}
    >
      <Text>
        <b>{name}</b> opens nothing from then on, and whatever uses it stands still. This cannot be undone; it stays in
        the list. Webhooks that were added with it are paused until somebody resumes them.
      </Text>
      {isOwn && (
        <Alert color="orange" role="note">
          This is the key that you are signed in with. You will be signed out.
        </Alert>
      )}
    </ConfirmDialog>
  );
}
