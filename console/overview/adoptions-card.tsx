import { Table, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { Moment } from '../shared/moment.tsx';
import { countByDay, findAdoptions, startOfDay } from './adoptions.ts';
import { Card } from './card.tsx';
import { type EventHistory, mostEvents } from './event-history.ts';
import { AdoptionBars } from './lazy-charts.tsx';
import { formatCount } from './numbers.ts';
import { firstShownDay, shownDays } from './use-event-history.ts';

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** How many animals were adopted day by day. */
export function AdoptionsCard({ history, now }: { history: EventHistory; now: Date }) {
  const today = startOfDay(now).getTime();
  const days = useMemo(() => {
    const start = knownSince(history);
    const first = firstShownDay(new Date(today));
    const from = start !== undefined && new Date(start) > first ? new Date(start) : first;
    return countByDay(findAdoptions(history.events), from, new Date(today));
  }, [history, today]);
  const total = days.reduce((sum, { adoptions }) => sum + adoptions, 0);
  return (
    <Card title="Adoptions">
      <Text>
        <b>{formatCount(total)}</b> {total === 1 ? 'adoption' : 'adoptions'} <Since history={history} />.
      </Text>
      {total > 0 && <AdoptionBars days={days} />}
      <VisuallyHidden>
        <Table>
          <Table.Caption>Adoptions by day</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th>Adoptions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map(({ day, adoptions }) => (
              <Table.Tr key={day.getTime()}>
                <Table.Th scope="row">{longDay.format(day)}</Table.Th>
                <Table.Td>{formatCount(adoptions)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
      <Text size="sm" c="dimmed">
        An adoption is an animal that became sold: its order was completed, or somebody changed its status. Animals that
        were added as sold do not count.
      </Text>
    </Card>
  );
}

/** The moment before which nothing is known; missing where enough is. */
function knownSince({ events, reach }: EventHistory): string | undefined {
  return reach === 'far enough' ? undefined : events[0]?.at;
}

function Since({ history }: { history: EventHistory }) {
  const start = knownSince(history);
  if (start === undefined) return <>in the last {shownDays} days</>;
  return (
    <>
      since <Moment at={start} />
      {history.reach === 'limit'
        ? ` (only the last ${formatCount(mostEvents)} changes are counted)`
        : ' (older changes are not kept)'}
    </>
  );
}
