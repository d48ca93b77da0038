import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Delivery, type DeliveryStatus, deliveryStatuses, type Webhook } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton } from '../ui/action-button.tsx';
import { Moment, TagBadge } from '../ui/inline.tsx';
import { List, Note } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { type SentEvent, useDeliveries, useSendAgain } from './queries.ts';

const words = texts.webhooks;

const filters = (['all', 'waiting', 'dead'] as const).map((value) => ({
  value,
  label: words.filters[value],
}));

export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const [status, setStatus] = useState<DeliveryStatus>();
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.whichDeliveries}
        size="xs"
        w="fit-content"
        data={filters}
        value={status ?? 'all'}
        onChange={(value) => setStatus(deliveryStatuses.find((known) => known === value))}
      />
      <ReadablePages
        query={useDeliveries(webhook.id, status)}
        height={64}
        empty={<Note>{webhook.status !== 'disabled' ? words.nothing[status ?? 'all'] : words.nothingLeft}</Note>}
      >
        {(deliveries) => (
          <List>
            {deliveries.map((delivery, place) => (
              <DeliveryItem
                key={String(delivery.id)}
                delivery={delivery}
                place={place}
                isActive={webhook.status === 'active'}
              />
            ))}
          </List>
        )}
      </ReadablePages>
    </Stack>
  );
}

const labels: Readonly<Record<string, string>> = words.deliveryStatuses;
const colors: Readonly<Record<string, string>> = { waiting: 'yellow', dead: 'red' };

function DeliveryItem({ delivery, place, isActive }: { delivery: Delivery; place: number; isActive: boolean }) {
  const { can } = useSession();
  const { eventId, status, attempts, dueAt } = delivery;
  return (
    <Group component="li" justify="space-between" align="start">
      <Stack gap={2} flex="1 1 200px">
        <Group gap="xs">
          <Text size="sm">{words.event(<span className="id">{String(eventId)}</span>)}</Text>
          <TagBadge color={colors[status] ?? 'gray'} status={status}>
            {labels[status] ?? status}
          </TagBadge>
        </Group>
        <Text size="sm" className="name">
          {describeAttempts(delivery)}
        </Text>
        {dueAt !== undefined && attempts > 0n && (
          <Note>{words.nextTry(Date.parse(dueAt) > Date.now() ? <Moment at={dueAt} /> : words.soon)}</Note>
        )}
      </Stack>
      {isActive && attempts > 0n && can('webhooks:write') && can('events:read') && (
        <SendAgainButton subject={`${delivery.id} ${place}`} sent={delivery} />
      )}
    </Group>
  );
}

function describeAttempts({ attempts, failure }: Delivery): string {
  if (attempts === 0n) return words.notSentYet;
  const times = words.sent(attempts);
  return failure === undefined ? times : `${times}: ${failure}`;
}

/** Sends again what has not arrived, or what an attempt has sent. `subject` tells it from others. */
export function SendAgainButton({ subject, sent }: { subject: string; sent: SentEvent }) {
  const { start, isPending } = useSendAgain();
  return (
    <SmallActionButton
      subject={subject}
      aria-label={words.sendAgainOne(sent.eventId)}
      loading={isPending}
      onClick={() => start(sent)}
    >
      {words.sendAgain}
    </SmallActionButton>
  );
}
