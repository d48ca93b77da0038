import { Alert, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
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
    if (isOwn) return signOut(pageTexts.keys.ownWasRevoked);
    showKey({ ...target, status: 'revoked', revokedAt: new Date().toISOString() });
    notifyDone(pageTexts.keys.wasRevoked(name));
    onClose();
  };
  return (
    <ConfirmDialog
      title={pageTexts.keys.revokeQuestion(name)}
      submitLabel={isOwn ? pageTexts.keys.revokeOwn : pageTexts.keys.revokeIt}
      act={revoke}
      onClose={onClose}
    >
      <Text>{pageTexts.keys.revokeText(<b>{name}</b>)}</Text>
      {isOwn && (
        <Alert color="orange" role="note">
          {pageTexts.keys.isOwn}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
