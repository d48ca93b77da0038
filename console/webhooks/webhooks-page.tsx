import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '../../client/index.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { Day, Moment, TagBadge } from '../ui/inline.tsx';
import { EmptyState, List, Note, PageFrame } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { AttemptList } from './attempt-list.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { refetchMs, useUndeliveredCounts, useWebhooks } from './queries.ts';
import { type Health, healthOf, type UndeliveredCounts } from './undelivered.ts';
import { WebhookActions, type WebhookActionsProps } from './webhook-actions.tsx';
import { AddWebhookDialog, eventLabel } from './webhook-dialogs.tsx';

const words = texts.webhooks;

export function WebhooksPage() {
  const { can } = useSession();
  const open = useOpenDialog();
  const canAdd = can('webhooks:write') && can('events:read');
  return (
    <PageFrame
      title={texts.pages['/webhooks']}
      actions={canAdd && <Button onClick={() => open(<AddWebhookDialog />)}>{words.add}</Button>}
    >
      <ReadablePages
        query={useWebhooks()}
        height={180}
        empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
      >
        {(webhooks) => (
          <List gap="md">
            {webhooks.map((webhook, place) => (
              <WebhookCard key={String(webhook.id)} webhook={webhook} place={place} />
            ))}
          </List>
        )}
      </ReadablePages>
    </PageFrame>
  );
}

const colors: Record<Health, string> & Record<string, string> = {
  active: 'green',
  failing: 'orange',
  incomplete: 'orange',
  paused: 'gray',
  disabled: 'red',
};

const labels: Readonly<Record<string, string>> = words.statuses;

function WebhookCard({ webhook, place }: Omit<WebhookActionsProps, 'onTest'>) {
  const deliveries = useDisclosure(false);
  const attempts = useDisclosure(false);
  const { id, url, types, description, createdBy, personId, createdAt } = webhook;
  const undelivered = useUndeliveredCounts(id);
  const health = healthOf(webhook, undelivered);
  const givenUp = undelivered?.givenUp ?? 0;
  const partId = (part: number) => `webhook-${id}-${part}`;
  const parts = [
    { label: words.deliveries, name: words.deliveriesTo(url), list: deliveries, List: DeliveryList },
    { label: words.attempts, name: words.attemptsTo(url), list: attempts, List: AttemptList },
  ];
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="start" wrap="nowrap">
          <Text fw={600} className="name">
            {url}
          </Text>
          <TagBadge color={colors[health] ?? 'gray'} status={health}>
            {labels[health]}
          </TagBadge>
        </Group>
        <Inactive webhook={webhook} />
        {webhook.status === 'paused' && <Waiting webhook={webhook} />}
        {undelivered !== undefined && webhook.status === 'active' && <Undelivered undelivered={undelivered} />}
        {description !== undefined && (
          <Text size="sm" className="name">
            {description}
          </Text>
        )}
        <Text size="sm">{types === undefined ? words.everything : types.map(eventLabel).join(', ')}</Text>
        <Note>{words.since(<Day at={createdAt} />, createdBy?.toString(), personId !== undefined)}</Note>
        <Group justify="space-between">
          <Group gap="xs">
            {parts.map(({ label, name, list: [isOpen, { toggle }] }, part) => (
              <SmallButton
                key={label}
                aria-expanded={isOpen}
                aria-controls={partId(part)}
                aria-label={name}
                onClick={toggle}
              >
                {label}
              </SmallButton>
            ))}
            {givenUp > 0 && <TagBadge color="red">{words.countGivenUp(countOf(givenUp, undelivered))}</TagBadge>}
          </Group>
          <WebhookActions webhook={webhook} place={place} onTest={attempts[1].open} />
        </Group>
        {parts.map(({ label, list: [isOpen], List }, part) => (
          <div key={label} id={partId(part)}>
            {isOpen && <List webhook={webhook} />}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

function Inactive({ webhook: { status, reason = '' } }: { webhook: Webhook }) {
  if (status === 'active') return null;
  const [title, meaning] =
    status === 'paused' ? [words.nothingForNow, words.nothingForNowText] : [words.nothingMore, words.nothingMoreText];
  return (
    <Alert color="orange" role="note" title={title} classNames={{ title: 'readable' }} className="name">
      {reason} {meaning}
    </Alert>
  );
}

/** Counts what waits while a webhook is paused, also what no delivery was made of yet. */
function Waiting({ webhook: { id } }: { webhook: Webhook }) {
  const { client } = useSession();
  const { data: backlog } = useQuery({
    queryKey: ['deliveries', 'backlog', String(id)],
    queryFn: ({ signal }) => client.webhooks.backlog(id, { signal }),
    refetchInterval: refetchMs,
  });
  if (backlog?.since === undefined) return null;
  const { waiting, since, isMore } = backlog;
  const count = Number(waiting);
  return (
    <Text size="sm" role="status">
      {words.waiting(count, countOf(count, { isMore }), <Moment at={since} />)}
    </Text>
  );
}

function Undelivered({ undelivered }: { undelivered: UndeliveredCounts }) {
  const { failing, failure, unsent } = undelivered;
  return (
    <>
      {failing > 0 && (
        <Alert color="orange" role="status" className="name">
          {words.notArrived(failing, countOf(failing, undelivered), failure ?? '')}
        </Alert>
      )}
      {unsent > 0 && <Note>{words.stillToSend(unsent, countOf(unsent, undelivered))}</Note>}
    </>
  );
}

function countOf(count: number, undelivered: Pick<UndeliveredCounts, 'isMore'> | undefined): string {
  return undelivered?.isMore === true ? words.atLeast(count) : String(count);
}
