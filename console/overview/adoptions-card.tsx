import { Anchor, Group, NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Fragment, useState } from 'react';
import type { PeriodStatistics } from '../../client/index.ts';
import { formatCount, timeZoneName } from '../lib/formats.ts';
import { useSession } from '../session/session.tsx';
import { laterPart } from '../texts/later.ts';
import { texts } from '../texts/page-texts.ts';
import { locale } from '../texts/texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { Bars } from '../ui/bars.tsx';
import { useAction } from '../ui/notify.tsx';
import { Card, Note } from '../ui/page.tsx';

const MonthsTable = laterPart(async () => (await import('./months-table.tsx')).MonthsTable);

const words = texts.overview;
const timeZone = 'UTC';
const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone });
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone });
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone });

/** How many animals were adopted in this month and the last one, and month by month. Screen readers get the table. */
export function AdoptionsCard({ months }: { months: readonly PeriodStatistics[] }) {
  const [isTableShown, { toggle }] = useDisclosure(false);
  const [lastMonth, thisMonth] = months.slice(-2);
  const Frame = isTableShown ? Fragment : VisuallyHidden;
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
          <Bars
            names={[words.adopted, words.cameBack]}
            places={months.map(({ start, adopted, returned }) => ({
              label: shortMonth.format(new Date(start)),
              counts: [adopted, returned],
            }))}
          />
          <Anchor component="button" size="sm" ta="start" className="touch" onClick={toggle}>
            {isTableShown ? words.hideTable : words.showTable}
          </Anchor>
        </>
      )}
      <Frame>
        <MonthsTable months={months} format={longMonth} />
      </Frame>
      <Note>
        {words.whatCounts} {words.daysOf(timeZoneName)}
      </Note>
      <MonthReport months={months} />
    </Card>
  );
}

function nameOf({ start }: PeriodStatistics): string {
  return monthName.format(new Date(start));
}

/** Downloads what a shelter reports about one of these months; first the last one that is over. */
function MonthReport({ months }: { months: readonly PeriodStatistics[] }) {
  const { client } = useSession();
  const choices = months.map(({ start }) => start.slice(0, 7)).toReversed();
  const [chosen, setChosen] = useState<string>();
  const month = chosen ?? choices[1] ?? '';
  const { start, isPending } = useAction(
    async () => {
      const { matrixRows } = await import('../../importer/export/month-matrix.ts');
      const { CsvFile, download } = await import('../lib/csv-file.ts');
      const file = new CsvFile(`animals-${month}.csv`);
      for (const row of matrixRows(await client.statistics.matrix({ month }))) file.add(row);
      download(file);
      return undefined;
    },
    { failed: () => words.reportFailed },
  );
  return (
    <Group gap="xs">
      <NativeSelect
        size="xs"
        aria-label={words.month}
        data={choices.map((value) => ({ value, label: longMonth.format(new Date(value)) }))}
        value={month}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <SmallButton loading={isPending} onClick={() => start()}>
        {words.downloadReport}
      </SmallButton>
    </Group>
  );
}
