import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook } from '../../client/index.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { TagBadge } from '../ui/tags.tsx';
import { Day } from '../ui/time.tsx';
import { AttemptList } from './attempt-list.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { eventLabel } from './event-types.tsx';
import { type Health, healthOf, type UndeliveredCounts } from './undelivered.ts';
import { useUndeliveredCounts } from './use-deliveries.ts';
import { WebhookActions, type WebhookActionsProps } from './webhook-actions.tsx';

const colors: Record<Health, string> & Record<string, string> = {
  active: 'green',
  failing: 'orange',
  incomplete: 'orange',
  paused: 'gray',
  disabled: 'red',
};

/** An address that events are sent to, and what has not arrived there. */
export function WebhookCard({ webhook, place, onRotate, onRemove }: Omit<WebhookActionsProps, 'onTest'>) {
  const deliveries = useDisclosure(false);
  const attempts = useDisclosure(false);
  const { id, url, types, description, createdBy, createdAt } = webhook;
  const undelivered = useUndeliveredCounts(id);
  const health = healthOf(webhook, undelivered);
  const givenUp = undelivered?.givenUp ?? 0;
  const parts = [
    { label: 'Deliveries', name: 'Deliveries to', list: deliveries, id: `deliveries-${id}`, List: DeliveryList },
    { label: 'Attempts', name: 'Attempts to send to', list: attempts, id: `attempts-${id}`, List: AttemptList },
  ];
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="start" wrap="nowrap">
          <Text fw={600} className="name">
            {url}
          </Text>
          <TagBadge color={colors[health] ?? 'gray'} status={health} />
        </Group>
        <Inactive webhook={webhook} />
        {undelivered !== undefined && webhook.status === 'active' && <Undelivered undelivered={undelivered} />}
        {description !== undefined && (
          <Text size="sm" className="name">
            {description}
          </Text>
        )}
        <Text size="sm">{types === undefined ? 'Everything that happens' : types.map(eventLabel).join(', ')}</Text>
        <Text size="sm" c="dimmed">
          Since <Day at={createdAt} />, {createdBy === undefined ? 'by an unknown key' : `by the key ${createdBy}`}
        </Text>
        <Group justify="space-between">
          <Group gap="xs">
            {parts.map(({ label, name, list: [isOpen, { toggle }], id: partId }) => (
              <SmallButton
                key={label}
                aria-expanded={isOpen}
                aria-controls={partId}
                aria-label={`${name} ${url}`}
                onClick={toggle}
              >
                {label}
              </SmallButton>
            ))}
            {givenUp > 0 && <TagBadge color="red">{countOf(givenUp, undelivered)} given up</TagBadge>}
          </Group>
          <WebhookActions
            webhook={webhook}
            place={place}
            onRotate={onRotate}
            onRemove={onRemove}
            onTest={attempts[1].open}
          />
        </Group>
        {parts.map(({ id: partId, list: [isOpen], List }) => (
          <div key={partId} id={partId}>
            {isOpen && <List webhook={webhook} />}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

/** Says why nothing is sent, and what brings it back. */
function Inactive({ webhook: { status, reason = '' } }: { webhook: Webhook }) {
  if (status === 'active') return null;
  const [title, meaning] =
    status === 'paused'
      ? ['Nothing is sent for now', 'Events wait here. Resume the webhook, and they are sent.']
      : ['Nothing is sent any more', 'If the receiver wants events again, resume the webhook: it gets those to come.'];
  return (
    <Alert color="orange" role="note" title={title} classNames={{ title: 'readable' }} className="name">
      {reason} {meaning}
    </Alert>
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
