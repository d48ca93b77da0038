import { Group, Text } from '@mantine/core';
import type { Webhook } from '../../client/index.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useReload } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton, SmallButton } from '../ui/action-button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useAction } from '../ui/notify.tsx';
import { arrivalMs, useHideWebhook, useRefreshWebhooks } from './queries.ts';
import { RotateWebhookDialog } from './webhook-dialogs.tsx';

export interface WebhookActionsProps {
  webhook: Webhook;
  place: number;
  /** Called when a test was sent: its outcome is among the attempts. */
  onTest(): void;
}

/** What a key that may change webhooks can do with one. */
export function WebhookActions({ webhook, place, onTest }: WebhookActionsProps) {
  const { client, can } = useSession();
  const open = useOpenDialog();
  const hideWebhook = useHideWebhook();
  const { id, url, status } = webhook;
  const test = useTest(webhook, onTest);
  const switching = useSwitch(webhook);
  if (!can('webhooks:write')) return null;
  const isActive = status === 'active';
  const maySend = can('events:read');
  const remove = async () => {
    await client.webhooks.remove(id);
    hideWebhook(id);
    return texts.webhooks.wasRemoved;
  };
  const removing = (
    <ConfirmDialog title={texts.webhooks.removeQuestion} submitLabel={texts.webhooks.removeIt} act={remove}>
      <Text>{texts.webhooks.removeText(<b className="name">{url}</b>)}</Text>
    </ConfirmDialog>
  );
  return (
    <Group gap="xs">
      {status !== 'disabled' && maySend && (
        <SmallActionButton
          subject={`${place} ${url} test`}
          aria-label={texts.webhooks.sendTestTo(url)}
          loading={test.isPending}
          onClick={() => test.start()}
        >
          {texts.webhooks.sendTest}
        </SmallActionButton>
      )}
      {(isActive || maySend) && (
        <SmallActionButton
          subject={`${place} ${url} ${status}`}
          aria-label={isActive ? texts.webhooks.pauseOne(url) : texts.webhooks.resumeOne(url)}
          loading={switching.isPending}
          onClick={() => switching.start()}
        >
          {isActive ? texts.webhooks.pause : texts.webhooks.resume}
        </SmallActionButton>
      )}
      <SmallButton
        aria-label={texts.ui.newSecretFor(url)}
        onClick={() => open(<RotateWebhookDialog target={webhook} />)}
      >
        {texts.ui.newSecret}
      </SmallButton>
      <SmallButton aria-label={texts.webhooks.removeOne(url)} onClick={() => open(removing)}>
        {texts.ui.remove}
      </SmallButton>
    </Group>
  );
}

function useTest({ id }: Webhook, onTest: () => void) {
  const { client } = useSession();
  const reload = useReload('attempts');
  const test = async () => {
    await client.webhooks.test(id);
    onTest();
    setTimeout(reload, arrivalMs);
    return texts.webhooks.testSent;
  };
  return useAction(test, { failed: () => texts.webhooks.testNotSent });
}

/** Pauses a webhook that is active, and resumes any other. */
function useSwitch({ id, status }: Webhook) {
  const { client } = useSession();
  const refresh = useRefreshWebhooks();
  const isActive = status === 'active';
  const change = async () => {
    await (isActive ? client.webhooks.pause(id) : client.webhooks.resume(id)).finally(() => void refresh());
    return isActive ? texts.webhooks.isPaused : texts.webhooks.isActive;
  };
  return useAction(change, { failed: () => (isActive ? texts.webhooks.notPaused : texts.webhooks.notResumed) });
}
