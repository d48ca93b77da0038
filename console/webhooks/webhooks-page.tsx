import { Button, Center, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { Failure } from '../ui/failure.tsx';
import { EmptyState, Page } from '../ui/page.tsx';
import { AddWebhookDialog } from './add-webhook-dialog.tsx';
import { RemoveWebhookDialog } from './remove-webhook-dialog.tsx';
import { RotateWebhookDialog } from './rotate-webhook-dialog.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookCard } from './webhook-card.tsx';

type Action = { kind: 'add' } | { kind: 'remove' | 'rotate'; webhook: Webhook };

/** Where events are sent to, and whether they arrive there. */
export function WebhooksPage() {
  const { can } = useSession();
  const canAdd = can('webhooks:write') && can('events:read');
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useWebhooks();
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const add = () => setAction({ kind: 'add' });
  const webhooks = data?.pages.flatMap(({ items }) => items);

  return (
    <Page title="Webhooks" actions={canAdd && <Button onClick={add}>Add a webhook</Button>}>
      {webhooks === undefined && error !== null && <Failure error={error} retry={() => void refetch()} />}
      {webhooks === undefined && error === null && <Skeleton h={180} />}
      {webhooks?.length === 0 && (
        <EmptyState title="Nothing is sent anywhere yet">
          Add a webhook, and another program, such as your web site, hears at once what happens here.
        </EmptyState>
      )}
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {webhooks?.map((webhook) => (
          <WebhookCard
            key={String(webhook.id)}
            webhook={webhook}
            onRotate={() => setAction({ kind: 'rotate', webhook })}
            onRemove={() => setAction({ kind: 'remove', webhook })}
          />
        ))}
      </Stack>
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
      {action?.kind === 'add' && <AddWebhookDialog onClose={close} />}
      {action?.kind === 'rotate' && <RotateWebhookDialog target={action.webhook} onClose={close} />}
      {action?.kind === 'remove' && <RemoveWebhookDialog target={action.webhook} onClose={close} />}
    </Page>
  );
}
