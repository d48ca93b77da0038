import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook, WebhookStatus } from '../../client/index.ts';
import { Day } from '../keys/day.tsx';
import { Mark } from '../keys/mark.tsx';
import { useSession } from '../session/session.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { eventLabel } from './event-labels.ts';

const colors: Record<WebhookStatus, string> = { active: 'green', disabled: 'red' };

interface WebhookCardProps {
  webhook: Webhook;
  /** How many of its deliveries were given up. */
  givenUp: number;
  onRemove(): void;
}

/** An address that events are sent to, and what has not arrived there. */
export function WebhookCard({ webhook, givenUp, onRemove }: WebhookCardProps) {
  const { can } = useSession();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { id, url, types, status, createdAt } = webhook;
  const listId = `deliveries-${id}`;
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="start" wrap="nowrap">
          <Text fw={600} className="name">
            {url}
          </Text>
          <Mark color={colors[status]} data-status={status}>
            {status}
          </Mark>
        </Group>
        {status === 'disabled' && (
          <Alert color="orange" role="note" title="Nothing is sent any more" classNames={{ title: 'readable' }}>
            The receiver has answered that it wants no more events (410). If it wants them again, remove this webhook
            and add it anew.
          </Alert>
        )}
        <Text size="sm">{types === undefined ? 'Everything that happens' : types.map(eventLabel).join(', ')}</Text>
        <Text size="sm" c="dimmed">
          Since <Day at={createdAt} />
        </Text>
        <Group justify="space-between">
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-label={`Deliveries to ${url}`}
              onClick={toggle}
            >
              Deliveries
            </Button>
            {givenUp > 0 && <Mark color="red">{givenUp} given up</Mark>}
          </Group>
          {can('webhooks:write') && (
            <Button size="xs" variant="default" aria-label={`Remove ${url}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </Group>
        <div id={listId}>{isOpen && <DeliveryList webhook={webhook} />}</div>
      </Stack>
    </Paper>
  );
}
