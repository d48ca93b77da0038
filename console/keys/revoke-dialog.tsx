import { Alert, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useShowKey } from './use-keys.ts';

interface RevokeDialogProps {
  target: Key;
  onClose(): void;
}

/** Confirms that a key is to be revoked for good. */
export function RevokeDialog({ target, onClose }: RevokeDialogProps) {
  const { client, key: own, signOut } = useSession();
  const showKey = useShowKey();
  const isOwn = target.id === own.id;
  const name = <Name>{target.name}</Name>;

  const revocation = useFormMutation(async () => {
    await client.keys.revoke(target.id);
    if (isOwn) return signOut('You have revoked the key that you were signed in with.');
    showKey({ ...target, status: 'revoked', revokedAt: new Date().toISOString() });
    notifyDone(<>{name} is revoked.</>);
    onClose();
  });

  return (
    <FormDialog
      title={<>Revoke {name}?</>}
      submitLabel={isOwn ? 'Revoke it and sign me out' : 'Revoke it'}
      cancelLabel="Keep it"
      isDangerous
      state={revocation}
      onSubmit={revocation.submit}
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
    </FormDialog>
  );
}
