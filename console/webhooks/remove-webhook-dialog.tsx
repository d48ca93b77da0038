import { Text } from '@mantine/core';
import type { Webhook } from '../../client/index.ts';
import { useAttempt } from '../lib/use-attempt.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useOpener } from '../ui/use-opener.ts';
import { useReadWebhooksAgain } from './use-webhooks.ts';

interface RemoveWebhookDialogProps {
  target: Webhook;
  onClose(): void;
}

/** Asks whether a webhook shall be removed. */
export function RemoveWebhookDialog({ target, onClose }: RemoveWebhookDialogProps) {
  const { client } = useSession();
  const opener = useOpener();
  const readAgain = useReadWebhooksAgain();
  const attempt = useAttempt();

  const submit = () =>
    attempt.run(async () => {
      await client.webhooks.remove(target.id);
      readAgain();
      notifyDone('The webhook is removed.');
      onClose();
    });

  return (
    <FormDialog
      title="Remove this webhook?"
      opener={opener}
      submitLabel="Remove it"
      cancelLabel="Keep it"
      isDangerous
      attempt={attempt}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>
        <b>
          <Name>{target.url}</Name>
        </b>{' '}
        gets no more events, and what is still on its way there is dropped. Its secret is gone, too.
      </Text>
    </FormDialog>
  );
}
