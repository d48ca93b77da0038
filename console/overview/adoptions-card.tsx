import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PeriodStatistics } from '../../client/index.ts';
import { formatCount } from '../lib/numbers.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { locale } from '../texts/texts.ts';
import { Card, Note } from '../ui/page.tsx';
import { AdoptionBars } from './adoption-bars.tsx';
import { MonthReport } from './month-report.tsx';

const words = pageTexts.overview;
const timeZone = 'UTC';
const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone });
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** How many animals were adopted in this month and the last one, and month by month. Screen readers get the table. */
export function AdoptionsCard({ months }: { months: readonly PeriodStatistics[] }) {
  const [isTableShown, { toggle }] = useDisclosure(false);
  const [lastMonth, thisMonth] = months.slice(-2);
  if (lastMonth === undefined || thisMonth === undefined) return null;
  return (
    <Card title={words.adoptions}>
      <Text>
        {words.adoptionsSoFar(
          Number(thisMonth.adopted),
          <b>{formatCount(thisMonth.adopted)}</b>,
          nameOf(thisMonth),
          formatCount(lastMonth.adopted),
          nameOf(lastMonth),
        )}
      </Text>
      {thisMonth.returned > 0n && (
        <Text size="sm">
          {words.cameBackIn(
            nameOf(thisMonth),
            Number(thisMonth.adopted),
            formatCount(thisMonth.adopted),
            formatCount(thisMonth.returned),
          )}
        </Text>
      )}
      {months.some(({ adopted, returned }) => adopted + returned > 0n) && (
        <>
          <AdoptionBars months={months} />
          <Anchor component="button" size="sm" ta="start" className="touch" onClick={toggle}>
            {isTableShown ? words.hideTable : words.showTable}
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
      <Note>
        {words.whatCounts} <DayBoundary />
      </Note>
      <MonthReport months={months} nameOf={(month) => longMonth.format(new Date(month))} />
    </Card>
  );
}

function MonthsTable({ months }: { months: readonly PeriodStatistics[] }) {
  return (
    <Table>
      <Table.Caption>{words.byMonth}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.month}</Table.Th>
          <Table.Th>{words.adopted}</Table.Th>
          <Table.Th>{words.cameBack}</Table.Th>
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
  return words.dayBoundary(clock.format(midnight));
}
