import { Button } from '@mantine/core';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { EmptyState, List, PageFrame } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { useWebhooks } from './queries.ts';
import { WebhookCard } from './webhook-card.tsx';
import { AddWebhookDialog } from './webhook-dialogs.tsx';

const words = pageTexts.webhooks;

/** Where events are sent to, and whether they arrive there. */
export function WebhooksPage() {
  const { can } = useSession();
  const open = useOpenDialog();
  const canAdd = can('webhooks:write') && can('events:read');
  return (
    <PageFrame
      title={texts.pages['/webhooks']}
      actions={canAdd && <Button onClick={() => open(<AddWebhookDialog />)}>{words.add}</Button>}
    >
      <ReadablePages query={useWebhooks()} height={180}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <List gap="md">
              {webhooks.map((webhook, place) => (
                <WebhookCard key={String(webhook.id)} webhook={webhook} place={place} />
              ))}
            </List>
          )
        }
      </ReadablePages>
    </PageFrame>
  );
}
