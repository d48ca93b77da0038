import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { EmptyState, List, PageFrame } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { useWebhooks } from './queries.ts';
import { WebhookCard } from './webhook-card.tsx';
import { AddWebhookDialog, RemoveWebhookDialog, RotateWebhookDialog } from './webhook-dialogs.tsx';

const words = pageTexts.webhooks;

type Action = { kind: 'add' } | { kind: 'remove' | 'rotate'; webhook: Webhook };

/** Where events are sent to, and whether they arrive there. */
export function WebhooksPage() {
  const { can } = useSession();
  const canAdd = can('webhooks:write') && can('events:read');
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const add = () => setAction({ kind: 'add' });
  return (
    <PageFrame title={texts.pages['/webhooks']} actions={canAdd && <Button onClick={add}>{words.add}</Button>}>
      <ReadablePages query={useWebhooks()} height={180}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <List gap="md">
              {webhooks.map((webhook, place) => (
                <WebhookCard
                  key={String(webhook.id)}
                  webhook={webhook}
                  place={place}
                  onRotate={() => setAction({ kind: 'rotate', webhook })}
                  onRemove={() => setAction({ kind: 'remove', webhook })}
                />
              ))}
            </List>
          )
        }
      </ReadablePages>
      {action?.kind === 'add' && <AddWebhookDialog onClose={close} />}
      {action?.kind === 'rotate' && <RotateWebhookDialog target={action.webhook} onClose={close} />}
      {action?.kind === 'remove' && <RemoveWebhookDialog target={action.webhook} onClose={close} />}
    </PageFrame>
  );
}
