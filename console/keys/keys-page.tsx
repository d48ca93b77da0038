import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../../client/index.ts';
import { readDraft } from '../lib/drafts.tsx';
import { useIsNarrow } from '../listing/list-skeleton.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { PageFrame } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { RotateDialog } from '../ui/rotate-dialog.tsx';
import { KeyDialog, keyDraft } from './key-dialog.tsx';
import { type KeyAction, KeyTable, keysTableFrom } from './key-table.tsx';
import { useKeys, useShowKey } from './use-keys.ts';

export function KeysPage() {
  const [action, setAction] = useState<KeyAction | { kind: 'make' } | undefined>(() =>
    readDraft(keyDraft) === undefined ? undefined : { kind: 'make' },
  );
  const close = () => setAction(undefined);
  return (
    <PageFrame
      title={texts.pages['/keys']}
      actions={<Button onClick={() => setAction({ kind: 'make' })}>{pageTexts.keys.newKey}</Button>}
    >
      <ReadablePages query={useKeys()} height={useIsNarrow(keysTableFrom) ? 640 : 320}>
        {(keys) => <KeyTable keys={keys} onChoose={setAction} />}
      </ReadablePages>
      {action?.kind === 'make' && <KeyDialog onClose={close} />}
      {action?.kind === 'change' && <KeyDialog target={action.key} onClose={close} />}
      {action?.kind === 'rotate' && <RotateKeyDialog target={action.key} onClose={close} />}
      {action?.kind === 'revoke' && <RevokeDialog target={action.key} onClose={close} />}
    </PageFrame>
  );
}

function RevokeDialog({ target, onClose }: { target: Key; onClose(): void }) {
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

const { ui, keys } = pageTexts;
/** For how many seconds the old secret works. */
const graces = [
  { value: '86400', label: ui.graces['86400'], meaning: keys.graceMeanings['86400'] },
  { value: '3600', label: ui.graces['3600'], meaning: keys.graceMeanings['3600'] },
  { value: '0', label: ui.graces['0'], meaning: ui.stopsAtOnce },
] as const;

function RotateKeyDialog({ target, onClose }: { target: Key; onClose(): void }) {
  const { client, key: own, renew } = useSession();
  const showKey = useShowKey();
  const isOwn = target.id === own.id;
  return (
    <RotateDialog
      title={ui.newSecretOf(<Name>{target.name}</Name>)}
      graceLabel={keys.graceLabel}
      graces={graces}
      rotate={async (grace, idempotencyKey) => {
        const issued = await client.keys.rotate(target.id, { graceSeconds: Number(grace) }, { idempotencyKey });
        const { secret, ...key } = issued;
        // Before the next request is sent with a secret that may have ended.
        if (isOwn) renew(issued);
        showKey(key);
        const advice = keys.rotated[grace];
        return { title: target.name, secret, advice: isOwn ? `${advice} ${keys.ownRotated}` : advice };
      }}
      onClose={onClose}
    >
      {(grace) => (
        <>
          <Text>{keys.rotateText}</Text>
          {isOwn && grace === '0' && (
            <Alert color="orange" role="status">
              {keys.rotateOwn}
            </Alert>
          )}
        </>
      )}
    </RotateDialog>
  );
}
