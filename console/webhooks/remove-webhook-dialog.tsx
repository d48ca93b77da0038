import { Text } from '@mantine/core';
import type { Webhook } from '../../client/index.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useHideWebhook } from './use-webhooks.ts';

interface RemoveWebhookDialogProps {
  target: Webhook;
  onClose(): void;
}

/** Confirms that a webhook is to be removed. */
export function RemoveWebhookDialog({ target, onClose }: RemoveWebhookDialogProps) {
  const { client } = useSession();
  const hideWebhook = useHideWebhook();

  const removal = useFormMutation(async () => {
    await client.webhooks.remove(target.id);
    hideWebhook(target.id);
    notifyDone('The webhook was removed.');
    onClose();
  });

  return (
    <FormDialog
      title="Remove this webhook?"
      submitLabel="Remove it"
      cancelLabel="Keep it"
      isDangerous
      state={removal}
      onSubmit={removal.submit}
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
