import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { Tag } from '../ui/tags.tsx';
import { Day } from '../ui/time.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { eventLabel } from './event-types.tsx';
import { type Health, healthOf, type UndeliveredCounts } from './undelivered.ts';
import { useUndeliveredCounts } from './use-deliveries.ts';

const colors: Record<Health, string> = { active: 'green', failing: 'orange', incomplete: 'orange', disabled: 'red' };

interface WebhookCardProps {
  webhook: Webhook;
  onRemove(): void;
}

/** An address that events are sent to, and what has not arrived there. */
export function WebhookCard({ webhook, onRemove }: WebhookCardProps) {
  const { can } = useSession();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { id, url, types, status, createdAt } = webhook;
  const undelivered = useUndeliveredCounts(id);
  const health = healthOf(webhook, undelivered);
  const givenUp = undelivered?.givenUp ?? 0;
  const listId = `deliveries-${id}`;
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="start" wrap="nowrap">
          <Text fw={600} className="name">
            {url}
          </Text>
          <Tag color={colors[health]} data-status={health}>
            {health}
          </Tag>
        </Group>
        {status === 'disabled' && (
          <Alert color="orange" role="note" title="Nothing is sent any more" classNames={{ title: 'readable' }}>
            The receiver has answered that it wants no more events (410). If it wants them again, remove this webhook
            and add it anew.
          </Alert>
        )}
        {undelivered !== undefined && status === 'active' && <Undelivered undelivered={undelivered} />}
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
            {givenUp > 0 && <Tag color="red">{countOf(givenUp, undelivered)} given up</Tag>}
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

/** Says that events do not arrive, which the receiver may not know. */
function Undelivered({ undelivered }: { undelivered: UndeliveredCounts }) {
  const { failing, failure, unsent } = undelivered;
  return (
    <>
      {failing > 0 && (
        <Alert color="orange" role="status" className="name">
          {failing === 1 ? '1 event has' : `${countOf(failing, undelivered)} events have`} not arrived: {failure}. What
          has not arrived is sent again, eight times in all.
        </Alert>
      )}
      {unsent > 0 && (
        <Text size="sm" c="dimmed">
          {unsent === 1 ? '1 event is' : `${countOf(unsent, undelivered)} events are`} still to be sent.
        </Text>
      )}
    </>
  );
}

function countOf(count: number, undelivered: UndeliveredCounts | undefined): string {
  return undelivered?.isMore === true ? `${count} or more` : String(count);
}
