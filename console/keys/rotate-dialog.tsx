import { Alert, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { Name } from '../ui/name.tsx';
import { RotateDialog } from '../ui/rotate-dialog.tsx';
import { useShowKey } from './use-keys.ts';

const { ui, keys } = pageTexts;
/** For how many seconds the old secret works. */
const graces = [
  { value: '86400', label: ui.graces['86400'], meaning: keys.graceMeanings['86400'] },
  { value: '3600', label: ui.graces['3600'], meaning: keys.graceMeanings['3600'] },
  { value: '0', label: ui.graces['0'], meaning: ui.stopsAtOnce },
] as const;

export function RotateKeyDialog({ target, onClose }: { target: Key; onClose(): void }) {
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
