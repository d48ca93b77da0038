import { Table, Text, VisuallyHidden } from '@mantine/core';
import { formatCount } from '../lib/numbers.ts';
import { type AdoptionDay, type Adoptions, lastingAdoptions } from './adoptions.ts';
import { Card } from './card.tsx';
import { AdoptionBars } from './lazy-charts.tsx';

const timeZone = 'UTC';
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone });
const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** How many animals were adopted in this month and the last one, and day by day. */
export function AdoptionsCard({ adoptions: { days, thisMonth, lastMonth } }: { adoptions: Adoptions }) {
  const total = lastingAdoptions(thisMonth);
  return (
    <Card title="Adoptions">
      <Text>
        <b>{formatCount(total)}</b> {total === 1 ? 'adoption' : 'adoptions'} in {nameOf(thisMonth)} so far,{' '}
        {formatCount(lastingAdoptions(lastMonth))} in {nameOf(lastMonth)}.
      </Text>
      {thisMonth.returned > 0 && (
        <Text size="sm">
          In {nameOf(thisMonth)} {formatCount(thisMonth.adopted)}{' '}
          {thisMonth.adopted === 1 ? 'animal was' : 'animals were'} adopted, and {formatCount(thisMonth.returned)} came
          back.
        </Text>
      )}
      {days.some(({ adopted, returned }) => adopted + returned > 0) && <AdoptionBars days={days} />}
      <VisuallyHidden>
        <Table>
          <Table.Caption>Adoptions and returns by day</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th>Adopted</Table.Th>
              <Table.Th>Came back</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map(({ day, adopted, returned }) => (
              <Table.Tr key={day}>
                <Table.Th scope="row">{longDay.format(new Date(day))}</Table.Th>
                <Table.Td>{formatCount(adopted)}</Table.Td>
                <Table.Td>{formatCount(returned)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
      <Text size="sm" c="dimmed">
        An adoption is an animal that became sold, through a completed order or a change of its status. Returned animals
        do not count, nor do those that were added as sold. <DayBoundary />
      </Text>
    </Card>
  );
}

function nameOf({ day }: AdoptionDay): string {
  return monthName.format(new Date(day));
}

/** Says when a day begins, where it does not begin at midnight. */
function DayBoundary() {
  const midnight = new Date();
  midnight.setUTCHours(0, 0, 0, 0);
  if (midnight.getTimezoneOffset() === 0) return null;
  return <>Days are counted in UTC: here they begin at {clock.format(midnight)}.</>;
}
