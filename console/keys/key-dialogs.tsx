import { Alert, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { useChangeEntries, useReload } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { isolated } from '../ui/inline.tsx';
import { RotateDialog } from '../ui/secret-dialog.tsx';

const { ui, keys: words } = texts;

/** For how many seconds the old secret works. */
const graces = [
  { value: '86400', label: ui.graces['86400'], meaning: words.graceMeanings['86400'] },
  { value: '3600', label: ui.graces['3600'], meaning: words.graceMeanings['3600'] },
  { value: '0', label: ui.graces['0'], meaning: ui.stopsAtOnce },
] as const;

export function RotateKeyDialog({ target }: { target: Key }) {
  const { client, key: own, renew } = useSession();
  const showKey = useShowKey();
  const isOwn = target.id === own.id;
  return (
    <RotateDialog
      title={ui.newSecretFor(isolated(target.name))}
      graceLabel={words.graceLabel}
      graces={graces}
      rotate={async (grace, idempotencyKey) => {
        const issued = await client.keys.rotate(target.id, { graceSeconds: Number(grace) }, { idempotencyKey });
        const { secret, ...key } = issued;
        // Before the next request is sent with a secret that may have ended.
        if (isOwn) renew(issued);
        showKey(key);
        const advice = words.rotated[grace];
        return { title: target.name, secret, advice: isOwn ? `${advice} ${words.ownRotated}` : advice };
      }}
    >
      {(grace) => (
        <>
          <Text>{words.rotateText}</Text>
          {isOwn && grace === '0' && (
            <Alert color="orange" role="status">
              {words.rotateOwn}
            </Alert>
          )}
        </>
      )}
    </RotateDialog>
  );
}

/** Shows the changed key at once, and then reloads all. */
export function useShowKey(): (changed?: Key) => void {
  const reload = useReload('keys');
  const changeEntries = useChangeEntries<Key>(['keys']);
  return (changed) => {
    changeEntries((key) => [key.id === changed?.id ? changed : key]);
    void reload();
  };
}
