import { Alert, Text } from '@mantine/core';
import type { Key } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { Name } from '../ui/name.tsx';
import { RotateDialog } from '../ui/rotate-dialog.tsx';
import { useShowKey } from './use-keys.ts';

const graces = [
  {
    value: '86400',
    label: 'For 24 hours more',
    meaning: 'Time to put the new one everywhere, without anything standing still.',
  },
  { value: '3600', label: 'For 1 hour more', meaning: 'Enough if you replace it right now.' },
  { value: '0', label: 'No longer', meaning: 'It stops at once. Right if somebody has it who should not.' },
] as const;

const advice = {
  '86400': 'The old secret works for 24 hours more.',
  '3600': 'The old secret works for 1 hour more.',
  '0': 'The old secret works no longer.',
} as const;

export function RotateKeyDialog({ target, onClose }: { target: Key; onClose(): void }) {
  const { client, key: own, renew } = useSession();
  const showKey = useShowKey();
  const isOwn = target.id === own.id;
  return (
    <RotateDialog
      title={
        <>
          New secret for <Name>{target.name}</Name>
        </>
      }
      graceLabel="The old secret works …"
      graces={graces}
      rotate={async (grace, idempotencyKey) => {
        const issued = await client.keys.rotate(target.id, { graceSeconds: Number(grace) }, { idempotencyKey });
        const { secret, ...key } = issued;
        // Before the next request is sent with a secret that may have ended.
        if (isOwn) renew(issued);
        showKey(key);
        const here = isOwn ? ' This tab uses the new one from now on.' : '';
        return { title: target.name, secret, advice: `This is the new secret. ${advice[grace]}${here}` };
      }}
      onClose={onClose}
    >
      {(grace) => (
        <>
          <Text>
            The key stays as it is, and gets a new secret. Everything that uses the old one has to get the new one.
          </Text>
          {isOwn && grace === '0' && (
            <Alert color="orange" role="status">
              You are signed in with this key. If the answer gets lost on its way, you cannot sign in with it any more.
            </Alert>
          )}
        </>
      )}
    </RotateDialog>
  );
}
