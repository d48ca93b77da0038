import { Text } from '@mantine/core';
import type { Webhook } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useHideWebhook } from './use-webhooks.ts';

/** Confirms that a webhook is to be removed. */
export function RemoveWebhookDialog({ target, onClose }: { target: Webhook; onClose(): void }) {
  const { client } = useSession();
  const hideWebhook = useHideWebhook();
  const remove = async () => {
    await client.webhooks.remove(target.id);
    hideWebhook(target.id);
    notifyDone('The webhook was removed.');
    onClose();
  };
  return (
    <ConfirmDialog title="Remove this webhook?" submitLabel="Remove it" act={remove} onClose={onClose}>
      <Text>
        <b className="name">{target.url}</b> gets no more events, and what is still on its way there is dropped. Its
        secret is gone, too.
      </Text>
    </ConfirmDialog>
  );
}
