import { Button, Center, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { readDraft } from '../lib/drafts.tsx';
import { Failure } from '../ui/failure.tsx';
import { Page } from '../ui/page.tsx';
import type { KeyAction } from './key-actions.tsx';
import { KeyCards } from './key-cards.tsx';
import { KeyTable } from './key-table.tsx';
import { keyDraft, NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { useKeys } from './use-keys.ts';

/** All API keys, with their actions. */
export function KeysPage() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useKeys();
  const [action, setAction] = useState<KeyAction | { kind: 'make' } | undefined>(() =>
    readDraft(keyDraft) === undefined ? undefined : { kind: 'make' },
  );
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const close = () => setAction(undefined);
  const Keys = isWide ? KeyTable : KeyCards;
  const keys = data?.pages.flatMap(({ items }) => items);

  return (
    <Page title="Keys" actions={<Button onClick={() => setAction({ kind: 'make' })}>New key</Button>}>
      {keys === undefined && error !== null && <Failure error={error} retry={() => void refetch()} />}
      {keys === undefined && error === null && <Skeleton h={isWide ? 320 : 640} />}
      {keys !== undefined && <Keys keys={keys} onChoose={setAction} />}
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
      {action?.kind === 'make' && <NewKeyDialog onClose={close} />}
      {action?.kind === 'rotate' && <RotateDialog target={action.key} onClose={close} />}
      {action?.kind === 'revoke' && <RevokeDialog target={action.key} onClose={close} />}
    </Page>
  );
}
