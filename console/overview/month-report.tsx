import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { matrixRows } from '../../client/import/month-matrix.ts';
import type { PeriodStatistics } from '../../client/index.ts';
import { CsvFile, download } from '../lib/csv-file.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { useAction } from '../ui/use-action.ts';

const words = pageTexts.overview;

/** Downloads what a shelter reports about one of these months; first the last one that is over. */
export function MonthReport({
  months,
  nameOf,
}: {
  months: readonly PeriodStatistics[];
  nameOf: (day: string) => string;
}) {
  const { client } = useSession();
  const choices = months.map(({ start }) => start.slice(0, 7)).toReversed();
  const [chosen, setChosen] = useState<string>();
  const month = chosen ?? choices[1] ?? '';
  const { start, isPending } = useAction(
    async () => {
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
        data={choices.map((value) => ({ value, label: nameOf(value) }))}
        value={month}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <SmallButton loading={isPending} onClick={() => start()}>
        {words.downloadReport}
      </SmallButton>
    </Group>
  );
}
