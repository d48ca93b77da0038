import { Alert, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { useAttempt } from '../lib/use-attempt.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useOpener } from '../ui/use-opener.ts';
import { useShowKey } from './use-keys.ts';

interface RevokeDialogProps {
  target: Key;
  onClose(): void;
}

/** Asks whether a key shall end for good. */
export function RevokeDialog({ target, onClose }: RevokeDialogProps) {
  const { client, key: own, signOut } = useSession();
  const opener = useOpener();
  const showKey = useShowKey();
  const attempt = useAttempt();
  const isOwn = target.id === own.id;
  const name = <Name>{target.name}</Name>;

  const submit = () =>
    attempt.run(async () => {
      await client.keys.revoke(target.id);
      if (isOwn) return signOut('You have revoked the key that you were signed in with.');
      showKey({ ...target, status: 'revoked', revokedAt: new Date().toISOString() });
      notifyDone(<>{name} is revoked.</>);
      onClose();
    });

  return (
    <FormDialog
      title={<>Revoke {name}?</>}
      opener={opener}
      submitLabel={isOwn ? 'Revoke it and sign me out' : 'Revoke it'}
      cancelLabel="Keep it"
      isDangerous
      attempt={attempt}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>
        <b>{name}</b> opens nothing from then on, and whatever uses it stands still. This cannot be undone; it stays in
        the list.
      </Text>
      {isOwn && (
        <Alert color="orange" role="note">
          This is the key that you are signed in with. You will be signed out.
        </Alert>
      )}
    </FormDialog>
  );
}
