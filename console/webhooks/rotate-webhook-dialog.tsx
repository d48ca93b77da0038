import { Text } from '@mantine/core';
import type { Webhook } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { RotateDialog } from '../ui/rotate-dialog.tsx';

/** How long messages are also signed with the old secret. */
const graces = [
  { value: '86400', label: 'For 24 hours more', meaning: 'The receiver verifies messages with either secret.' },
  { value: '0', label: 'No longer', meaning: 'It stops at once. Right if somebody has it who should not.' },
] as const;

/** Gives a webhook a new secret. */
export function RotateWebhookDialog({ target, onClose }: { target: Webhook; onClose(): void }) {
  const { client } = useSession();
  return (
    <RotateDialog
      title="New secret for this webhook"
      graceLabel="The old secret also signs …"
      graces={graces}
      rotate={async (grace, idempotencyKey) => {
        const { secret } = await client.webhooks.rotate(target.id, { graceSeconds: Number(grace) }, { idempotencyKey });
        const advice = 'This is the new secret. Give it to the receiver, which verifies messages with it.';
        return { title: 'New secret of the webhook', secret, advice };
      }}
      onClose={onClose}
    >
      {() => (
        <Text>
          Messages to <b className="name">{target.url}</b> are signed with the new secret from now on.
        </Text>
      )}
    </RotateDialog>
  );
}
