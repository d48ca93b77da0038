import { Button, Center, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type DeliveryStatus, deliveryStatuses, type Webhook } from '../../client/index.ts';
import { Failure } from '../ui/failure.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { useDeliveries } from './use-deliveries.ts';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'dead', label: 'Given up' },
];

const nothing: Record<DeliveryStatus | 'all', string> = {
  all: 'Everything has arrived.',
  waiting: 'Nothing waits to be sent.',
  dead: 'Nothing was given up.',
};

/** What has not arrived at a webhook. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const [status, setStatus] = useState<DeliveryStatus>();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useDeliveries(webhook.id, status);
  const deliveries = data?.pages.flatMap(({ items }) => items);
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Which deliveries"
        size="xs"
        w="fit-content"
        data={filters}
        value={status ?? 'all'}
        onChange={(value) => setStatus(deliveryStatuses.find((known) => known === value))}
      />
      {deliveries === undefined && error !== null && <Failure error={error} retry={() => void refetch()} />}
      {deliveries === undefined && error === null && <Skeleton h={64} />}
      {deliveries?.length === 0 && (
        <Text size="sm" c="dimmed">
          {webhook.status === 'active'
            ? nothing[status ?? 'all']
            : 'Nothing is left: what had not arrived was dropped.'}
        </Text>
      )}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {deliveries?.map((delivery) => (
          <DeliveryItem key={String(delivery.id)} delivery={delivery} isActive={webhook.status === 'active'} />
        ))}
      </Stack>
      {hasNextPage && (
        <Center>
          <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
    </Stack>
  );
}
