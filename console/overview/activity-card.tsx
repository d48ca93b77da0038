import { Anchor, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { PetstoreEvent } from '../../client/index.ts';
import { useLive } from '../live/live-events.tsx';
import { List } from '../ui/list.tsx';
import { Name } from '../ui/name.tsx';
import { type Activity, describeNewest } from './activities.ts';
import { Ago } from './ago.tsx';
import { Card } from './card.tsx';

const shown = 20;

/** The latest events, newest first. */
export function ActivityCard({ events, now }: { events: readonly PetstoreEvent[]; now: Date }) {
  const activities = useMemo(() => describeNewest(events, shown), [events]);
  return (
    <Card title="Recent activity" aside={<LiveState />}>
      {activities.length === 0 ? (
        <Text c="dimmed">Nothing yet. Changes show here by themselves.</Text>
      ) : (
        <List gap={0}>
          {activities.map((activity) => (
            <ActivityLine key={String(activity.id)} activity={activity} now={now} />
          ))}
        </List>
      )}
    </Card>
  );
}

function ActivityLine({ activity, now }: { activity: Activity; now: Date }) {
  const { sentence, at, petId } = activity;
  // The last name is that of what has changed, as it is since.
  const subject = sentence.findLast((piece) => typeof piece !== 'string');
  return (
    <Group component="li" justify="space-between" align="baseline" wrap="nowrap" gap="sm" py={6}>
      <Text size="sm" miw={0}>
        {sentence.map((piece) => {
          if (typeof piece === 'string') return piece;
          const name = <Name key={piece === subject ? 'subject' : 'other'}>{piece.name}</Name>;
          if (piece !== subject) return name;
          if (petId === undefined) return <b key="subject">{name}</b>;
          return (
            <Anchor key="subject" component={Link} href={`/animals/${petId}`} fw={700}>
              {name}
            </Anchor>
          );
        })}
      </Text>
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        <Ago at={at} now={now} />
      </Text>
    </Group>
  );
}

/** Whether the page is updated live. */
export function LiveState() {
  const { isConnected } = useLive();
  return (
    <Text role="status" size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
      <Text span inherit c={isConnected ? 'green.6' : 'orange.7'} aria-hidden>
        {isConnected ? '●' : '○'}{' '}
      </Text>
      {isConnected ? 'Live' : 'Connecting again'}
    </Text>
  );
}
