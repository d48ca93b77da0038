import { Group, Stack, Text } from '@mantine/core';
import type { Delivery, DeliveryStatus } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Moment } from '../ui/moment.tsx';
import { useSendAgain } from './use-deliveries.ts';

const statuses: Record<DeliveryStatus, { color: string; label: string }> = {
  waiting: { color: 'yellow', label: 'waiting' },
  dead: { color: 'red', label: 'given up' },
};

interface DeliveryItemProps {
  delivery: Delivery;
  /** Whether its webhook is still sent anything. */
  isActive: boolean;
}

/** An event that has not arrived: how often it was sent, why it did not arrive, and what comes next. */
export function DeliveryItem({ delivery, isActive }: DeliveryItemProps) {
  const { can } = useSession();
  const { mutate, isPending } = useSendAgain();
  const { eventId, status, attempts, dueAt } = delivery;
  const { color, label } = statuses[status];
  return (
    <Group component="li" justify="space-between" align="start">
      <Stack gap={2} flex="1 1 200px">
        <Group gap="xs">
          <Text size="sm">
            Event <span className="id">{String(eventId)}</span>
          </Text>
          <Mark color={color} data-status={status}>
            {label}
          </Mark>
        </Group>
        <Text size="sm" className="name">
          {told(delivery)}
        </Text>
        {dueAt !== undefined && attempts > 0n && (
          <Text size="sm" c="dimmed">
            Next try: <Moment at={dueAt} />
          </Text>
        )}
      </Stack>
      {isActive && attempts > 0n && can('webhooks:write') && can('events:read') && (
        <ActionButton
          subject={String(delivery.id)}
          size="xs"
          variant="default"
          aria-label={`Send event ${eventId} again`}
          loading={isPending}
          onClick={() => mutate(delivery)}
        >
          Send again
        </ActionButton>
      )}
    </Group>
  );
}

function told({ attempts, failure }: Delivery): string {
  if (attempts === 0n) return 'Not sent yet';
  const times = attempts === 1n ? 'Sent once' : `Sent ${attempts} times`;
  return failure === undefined ? times : `${times}: ${failure}`;
}
