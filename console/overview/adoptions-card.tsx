import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PeriodStatistics } from '../../client/index.ts';
import { formatCount } from '../lib/numbers.ts';
import { AdoptionBars } from './adoption-bars.tsx';
import { Card } from './card.tsx';
import { lastingAdoptions } from './queries.ts';

const timeZone = 'UTC';
const longMonth = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone });
const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** How many animals were adopted in this month and the last one, and month by month. Screen readers get the table. */
export function AdoptionsCard({ months }: { months: readonly PeriodStatistics[] }) {
  const [isTableShown, { toggle }] = useDisclosure(false);
  const [lastMonth, thisMonth] = months.slice(-2);
  if (lastMonth === undefined || thisMonth === undefined) return null;
  const total = lastingAdoptions(thisMonth);
  return (
    <Card title="Adoptions">
      <Text>
        <b>{formatCount(total)}</b> {total === 1n ? 'adoption' : 'adoptions'} in {nameOf(thisMonth)} so far,{' '}
        {formatCount(lastingAdoptions(lastMonth))} in {nameOf(lastMonth)}.
      </Text>
      {thisMonth.returned > 0n && (
        <Text size="sm">
          In {nameOf(thisMonth)} {formatCount(thisMonth.adopted)}{' '}
          {thisMonth.adopted === 1n ? 'animal was' : 'animals were'} adopted, and {formatCount(thisMonth.returned)} came
          back.
        </Text>
      )}
      {months.some(({ adopted, returned }) => adopted + returned > 0n) && (
        <>
          <AdoptionBars months={months} />
          <Anchor component="button" size="sm" ta="start" onClick={toggle}>
            {isTableShown ? 'Hide the table' : 'Show as a table'}
          </Anchor>
        </>
      )}
      {isTableShown ? (
        <MonthsTable months={months} />
      ) : (
        <VisuallyHidden>
          <MonthsTable months={months} />
        </VisuallyHidden>
      )}
      <Text size="sm" c="dimmed">
        Returned animals do not count, nor do those that were added as adopted. <DayBoundary />
      </Text>
    </Card>
  );
}

function MonthsTable({ months }: { months: readonly PeriodStatistics[] }) {
  return (
    <Table>
      <Table.Caption>Adoptions and returns by month</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Month</Table.Th>
          <Table.Th>Adopted</Table.Th>
          <Table.Th>Came back</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.map(({ start, adopted, returned }) => (
          <Table.Tr key={start}>
            <Table.Th scope="row">{longMonth.format(new Date(start))}</Table.Th>
            <Table.Td>{formatCount(adopted)}</Table.Td>
            <Table.Td>{formatCount(returned)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function nameOf({ start }: PeriodStatistics): string {
  return monthName.format(new Date(start));
}

/** Says when a day begins, where it does not begin at midnight. */
function DayBoundary() {
  const midnight = new Date();
  midnight.setUTCHours(0, 0, 0, 0);
  if (midnight.getTimezoneOffset() === 0) return null;
  return <>Days are counted in UTC: here they begin at {clock.format(midnight)}.</>;
}
