import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { useOpener } from '../ui/focus.ts';
import { Name } from '../ui/name.tsx';
import { useShowSecret } from '../ui/secret-dialog.tsx';

/** How long messages are also signed with the old secret. */
const graces = [
  { value: '86400', label: 'For 24 hours more', meaning: 'The receiver verifies messages with either secret.' },
  { value: '0', label: 'No longer', meaning: 'It stops at once. Right if somebody has it who should not.' },
] as const;

interface RotateWebhookDialogProps {
  target: Webhook;
  onClose(): void;
}

/** Creates one new secret of a webhook, however often the button is pressed, and shows it. */
export function RotateWebhookDialog({ target, onClose }: RotateWebhookDialogProps) {
  const { client } = useSession();
  const opener = useOpener();
  const showOnce = useShowSecret();
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const [grace, setGrace] = useState<string>(graces[0].value);

  const rotation = useFormMutation(async () => {
    const { secret } = await client.webhooks.rotate(target.id, { graceSeconds: Number(grace) }, { idempotencyKey });
    onClose();
    const advice = 'This is the new secret. Give it to the receiver, which verifies messages with it.';
    showOnce({ title: 'New secret of the webhook', secret, opener, advice });
  });

  return (
    <FormDialog
      title="New secret for this webhook"
      submitLabel="Create a new secret"
      state={rotation}
      onSubmit={rotation.submit}
      onClose={onClose}
    >
      <Text>
        Messages to{' '}
        <b>
          <Name>{target.url}</Name>
        </b>{' '}
        are signed with the new secret from now on.
      </Text>
      <Radio.Group label="The old secret also signs …" value={grace} onChange={setGrace}>
        <Stack gap="xs" mt={4}>
          {graces.map(({ value, label, meaning }) => (
            <Radio key={value} value={value} label={label} description={meaning} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
