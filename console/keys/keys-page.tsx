import { Button } from '@mantine/core';
import { useState } from 'react';
import { readDraft } from '../lib/drafts.tsx';
import { useIsNarrow } from '../listing/list-skeleton.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { PageFrame } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { KeyDialog, keyDraft } from './key-dialog.tsx';
import { type KeyAction, KeyTable, keysTableFrom } from './key-table.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateKeyDialog } from './rotate-dialog.tsx';
import { useKeys } from './use-keys.ts';

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
