import { Alert, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { Name } from '../ui/name.tsx';
import { useShowSecret } from '../ui/secret-dialog.tsx';
import { useShowKey } from './use-keys.ts';

/** How long the old secret keeps working. */
const graces = [
  {
    value: '86400',
    label: 'For 24 hours more',
    meaning: 'Time to put the new one everywhere, without anything standing still.',
    advice: 'The old secret works for 24 hours more.',
  },
  {
    value: '3600',
    label: 'For 1 hour more',
    meaning: 'Enough if you replace it right now.',
    advice: 'The old secret works for 1 hour more.',
  },
  {
    value: '0',
    label: 'No longer',
    meaning: 'It stops at once. Right if somebody has it who should not.',
    advice: 'The old secret works no longer.',
  },
] as const;

interface RotateDialogProps {
  target: Key;
  onClose(): void;
}

/** Creates one new secret of a key, however often the button is pressed, and shows it. */
export function RotateDialog({ target, onClose }: RotateDialogProps) {
  const { client, key: own, renew } = useSession();
  const opener = useOpener();
  const showOnce = useShowSecret();
  const showKey = useShowKey();
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const [grace, setGrace] = useState<string>(graces[0].value);
  const isOwn = target.id === own.id;

  const rotation = useFormMutation(async () => {
    const issued = await client.keys.rotate(target.id, { graceSeconds: Number(grace) }, { idempotencyKey });
    const { secret, ...key } = issued;
    // Before the next request is sent with a secret that may have ended.
    if (isOwn) renew(issued);
    showKey(key);
    onClose();
    const advice = graces.find(({ value }) => value === grace)?.advice ?? '';
    const here = isOwn ? ' This tab uses the new one from now on.' : '';
    showOnce({ title: target.name, secret, opener, advice: `This is the new secret. ${advice}${here}` });
  });

  return (
    <FormDialog
      title={
        <>
          New secret for <Name>{target.name}</Name>
        </>
      }
      submitLabel="Create a new secret"
      state={rotation}
      onSubmit={rotation.submit}
      onClose={onClose}
    >
      <Text>
        The key stays as it is, and gets a new secret. Everything that uses the old one has to get the new one.
      </Text>
      <Radio.Group label="The old secret works …" value={grace} onChange={setGrace}>
        <Stack gap="xs" mt={4}>
          {graces.map(({ value, label, meaning }) => (
            <Radio key={value} value={value} label={label} description={meaning} />
          ))}
        </Stack>
      </Radio.Group>
      {isOwn && grace === '0' && (
        <Alert color="orange" role="status">
          You are signed in with this key. If the answer gets lost on its way, you cannot sign in with it any more.
        </Alert>
      )}
    </FormDialog>
  );
}
