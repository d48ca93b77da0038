import { NativeSelect, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { protectFromFormulas } from '../../importer/export/formulas.ts';
import { CsvFile, download } from '../lib/csv-file.ts';
import { formatCount, timeZoneName } from '../lib/formats.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { locale } from '../texts/texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { Bars } from '../ui/bars.tsx';
import { Card, Note, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { type Figures, figuresOf, liveRelease, type Month, type SpeciesName, speciesOf, together } from './figures.ts';

const words = texts.figures;
const years = 5;
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** What a board asks for: what came and went in a year, by month and by species, with the table beside each chart. */
export function FiguresPage() {
  const [thisYear] = useState(() => new Date().getFullYear());
  const [year, setYear] = useState(thisYear);
  const months = useMonths(year);
  const choices = Array.from({ length: years }, (_, index) => String(thisYear - index));
  const chooseYear = (
    <NativeSelect
      aria-label={words.year}
      data={choices}
      value={String(year)}
      onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
    />
  );
  const print = <SmallButton onClick={() => window.print()}>{words.print}</SmallButton>;
  return (
    <PageFrame
      title={`${texts.pages['/figures']} ${year}`}
      actions={
        <>
          {chooseYear}
          {print}
        </>
      }
    >
      <Readable query={months} height={600}>
        {(known) => <Year year={year} months={known} />}
      </Readable>
      <Note>{words.liveReleaseIs}</Note>
      <Note>
        {words.othersAre} {texts.overview.daysOf(timeZoneName)}
      </Note>
    </PageFrame>
  );
}

/** The months of a year that have begun. */
function useMonths(year: number) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['statistics', 'figures', year],
    queryFn: async ({ signal }): Promise<Month[]> => {
      const range = { from: `${year}-01-01`, to: `${year + 1}-01-01` };
      const statistics = await client.statistics.get({ ...range, by: 'month', groupBy: 'species', signal });
      const begun = statistics.filter(({ start }) => Date.parse(start) <= Date.now());
      return await Promise.all(
        begun.map(async (month) => {
          const matrix = await client.statistics.matrix({ month: month.start.slice(0, 7), signal });
          return { statistics: month, matrix };
        }),
      );
    },
  });
}

function Year({ year, months }: { year: number; months: readonly Month[] }) {
  const [species, setSpecies] = useState<SpeciesName>();
  const all = speciesOf(months);
  const chosen = species !== undefined && all.includes(species) ? species : undefined;
  const byMonth = months.map((month): Line => {
    const start = new Date(month.statistics.start);
    return { label: monthName.format(start), short: shortMonth.format(start), ...figuresOf(month, chosen) };
  });
  const bySpecies = all.map((name): Line => {
    return { label: name || words.otherSpecies, ...together(months.map((month) => figuresOf(month, name))) };
  });
  const sumOfMonths = { label: words.wholeYear, ...together(byMonth) };
  const sumOfSpecies = { label: words.allSpecies, ...together(months.map((month) => figuresOf(month))) };
  const choose = (
    <NativeSelect
      size="xs"
      aria-label={words.species}
      data={[
        { value: 'all', label: words.allSpecies },
        ...all.map((name) => ({ value: `is ${name}`, label: name || words.otherSpecies })),
      ]}
      value={chosen === undefined ? 'all' : `is ${chosen}`}
      onChange={({ currentTarget: { value } }) => setSpecies(value === 'all' ? undefined : value.slice(3))}
    />
  );
  return (
    <>
      <Card title={words.byMonth} actions={choose}>
        <Report name={`figures-${year}-months.csv`} first={words.month} lines={byMonth} total={sumOfMonths} />
      </Card>
      <Card title={words.bySpecies}>
        <Report name={`figures-${year}-species.csv`} first={words.species} lines={bySpecies} total={sumOfSpecies} />
      </Card>
    </>
  );
}

interface Line extends Figures {
  readonly label: string;
  /** For below its bars. */
  readonly short?: string;
}

interface ReportProps {
  /** Of the file. */
  name: string;
  /** What the first column has. */
  first: string;
  lines: readonly Line[];
  total: Line;
}

/** A chart, and the table with the same figures. */
function Report({ name, first, lines, total }: ReportProps) {
  const head = [first, ...words.columns];
  const cellsOf = (line: Line) => [
    line.label,
    formatCount(line.intakes),
    formatCount(line.outcomes),
    rate(liveRelease(line, 'all')),
    rate(liveRelease(line, 'asilomar')),
    line.medianDays === undefined ? '–' : formatCount(line.medianDays),
    line.returned === undefined ? '–' : formatCount(line.returned),
  ];
  const save = () => {
    const file = new CsvFile(name);
    for (const row of [head, ...[...lines, total].map(cellsOf)]) file.add(row.map(protectFromFormulas));
    download(file);
  };
  return (
    <>
      <Bars
        names={[words.columns[0] ?? '', words.columns[1] ?? '']}
        places={lines.map(({ label, short, intakes, outcomes }) => ({
          label: short ?? label,
          counts: [intakes, outcomes],
        }))}
      />
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="group" aria-label={first}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {head.map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...lines, total].map((line) => (
              <Row key={line.label} cells={cellsOf(line)} isTotal={line === total} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <div>
        <SmallButton onClick={save}>{words.download}</SmallButton>
      </div>
    </>
  );
}

function Row({ cells: [label, ...others], isTotal }: { cells: readonly string[]; isTotal: boolean }) {
  return (
    <Table.Tr {...(isTotal && { fw: 700 })}>
      <Table.Th scope="row">{label}</Table.Th>
      {others.map((text, index) => (
        <Table.Td key={words.columns[index]}>{text}</Table.Td>
      ))}
    </Table.Tr>
  );
}

function rate(share: number | undefined): string {
  return share === undefined ? '–' : percent.format(share);
}
