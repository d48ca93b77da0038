import { NativeSelect, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { protectFromFormulas } from '../../importer/export/formulas.ts';
import { CsvFile, download } from '../lib/csv-file.ts';
import { shelterName } from '../lib/environment.ts';
import { dayOf, formatCount, formatDay, timeZoneName } from '../lib/formats.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { locale } from '../texts/texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { Bars } from '../ui/bars.tsx';
import { Card, Note, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import {
  type Figures,
  figuresOf,
  figuresOfYear,
  type KnownYear,
  liveRelease,
  type SpeciesName,
  speciesOf,
} from './figures.ts';

const words = texts.figures;
const years = 5;
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** What a board asks for: what came and went in a year, by month and by species, with the table beside each chart. */
export function FiguresPage() {
  const [thisDay] = useState(() => dayOf(Date.now()));
  const thisYear = Number(thisDay.slice(0, 4));
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const choose = (name: 'year' | 'species', value: string | undefined) => {
    if (value === undefined) params.delete(name);
    else params.set(name, value);
    navigate(`${path}?${params}`, { replace: true });
  };
  const asked = Number(params.get('year'));
  const year = asked > thisYear - years && asked <= thisYear ? asked : thisYear;
  const known = useYear(year);
  const choices = Array.from({ length: years }, (_, index) => String(thisYear - index));
  const chooseYear = (
    <NativeSelect
      aria-label={words.year}
      data={choices}
      value={String(year)}
      onChange={({ currentTarget }) => choose('year', currentTarget.value)}
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
      <Note>{words.asOf(shelterName, formatDay(thisDay))}</Note>
      <Readable query={known} height={600}>
        {(ofYear) => (
          <Year
            year={year}
            known={ofYear}
            isOver={year < thisYear}
            species={params.get('species') ?? undefined}
            choose={(species) => choose('species', species)}
          />
        )}
      </Readable>
      <Note>{words.liveReleaseIs}</Note>
      <Note>
        {words.othersAre} {texts.overview.daysOf(timeZoneName)}
      </Note>
    </PageFrame>
  );
}

/** A year, and its months that have begun. */
function useYear(year: number) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['statistics', 'figures', year],
    queryFn: async ({ signal }): Promise<KnownYear> => {
      const range = { from: `${year}-01-01`, to: `${year + 1}-01-01`, groupBy: 'species', signal } as const;
      const byMonth = await client.statistics.get({ ...range, by: 'month' });
      const [statistics] = await client.statistics.get({ ...range, by: 'year' });
      const begun = byMonth.filter(({ start }) => Date.parse(start) <= Date.now());
      const months = begun.map(async (month) => {
        const matrix = await client.statistics.matrix({ month: month.start.slice(0, 7), signal });
        return { statistics: month, matrix };
      });
      return { statistics, months: await Promise.all(months) };
    },
  });
}

interface YearProps {
  year: number;
  known: KnownYear;
  isOver: boolean;
  /** The name that was asked for; no name means all. */
  species: SpeciesName | undefined;
  choose: (species: SpeciesName | undefined) => void;
}

function Year({ year, known, isOver, species, choose }: YearProps) {
  const { months } = known;
  const all = speciesOf(months);
  const chosen = species !== undefined && all.includes(species) ? species : undefined;
  const byMonth = months.map((month): Line => {
    const start = new Date(month.statistics.start);
    return { label: monthName.format(start), short: shortMonth.format(start), ...figuresOf(month, chosen) };
  });
  const bySpecies = all.map((name): Line => ({ label: name || words.otherSpecies, ...figuresOfYear(known, name) }));
  const total = { label: isOver ? words.wholeYear : words.soFar, ...figuresOfYear(known, chosen) };
  const totalOfAll = { label: words.allSpecies, ...figuresOfYear(known) };
  const chooseSpecies = (
    <NativeSelect
      size="xs"
      aria-label={words.species}
      data={[
        { value: 'all', label: words.allSpecies },
        ...all.map((name) => ({ value: `is ${name}`, label: name || words.otherSpecies })),
      ]}
      value={chosen === undefined ? 'all' : `is ${chosen}`}
      onChange={({ currentTarget: { value } }) => choose(value === 'all' ? undefined : value.slice(3))}
    />
  );
  const title = chosen === undefined ? words.byMonth : `${words.byMonth}: ${chosen || words.otherSpecies}`;
  return (
    <>
      <Card title={title} actions={chooseSpecies}>
        <Report name={`figures-${year}-months.csv`} first={words.month} lines={byMonth} total={total} />
      </Card>
      <Card title={words.bySpecies}>
        <Report name={`figures-${year}-species.csv`} first={words.species} lines={bySpecies} total={totalOfAll} />
      </Card>
    </>
  );
}

interface Line extends Figures {
  readonly label: string;
  /** For below its bars. */
  readonly short?: string;
}

interface Column {
  readonly title: string;
  readonly cell: (line: Line) => string;
  /** Of a column that is left out where no line has anything. */
  readonly isEmpty?: (line: Line) => boolean;
}

const counted = (count: bigint | undefined) => (count === undefined ? '–' : formatCount(count));
const columns: readonly Column[] = [
  { title: words.columns.intakes, cell: ({ intakes }) => counted(intakes) },
  { title: words.columns.outcomes, cell: ({ outcomes }) => counted(outcomes) },
  {
    title: words.columns.unknownDay,
    cell: ({ unknownDay }) => counted(unknownDay),
    isEmpty: ({ unknownDay }) => unknownDay === 0n,
  },
  { title: words.columns.inCareAtEnd, cell: ({ inCareAtEnd }) => counted(inCareAtEnd) },
  { title: words.columns.liveRelease, cell: (line) => rate(liveRelease(line, 'all')) },
  { title: words.columns.asilomar, cell: (line) => rate(liveRelease(line, 'asilomar')) },
  { title: words.columns.medianDays, cell: ({ medianDays }) => counted(medianDays) },
  {
    title: words.columns.returned,
    cell: ({ returned }) => counted(returned),
    isEmpty: ({ returned }) => returned === undefined,
  },
];

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
  const shown = columns.filter(({ isEmpty }) => isEmpty === undefined || !lines.every(isEmpty));
  const head = [first, ...shown.map(({ title }) => title)];
  const save = () => {
    const file = new CsvFile(name);
    const rows = [...lines, total].map((line) => [line.label, ...shown.map(({ cell }) => cell(line))]);
    for (const row of [head, ...rows]) file.add(row.map(protectFromFormulas));
    download(file);
  };
  return (
    <>
      <Bars
        names={[words.columns.intakes, words.columns.outcomes]}
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
              <Table.Tr key={line.label} {...(line === total && { fw: 700 })}>
                <Table.Th scope="row">{line.label}</Table.Th>
                {shown.map(({ title, cell }) => (
                  <Table.Td key={title}>{cell(line)}</Table.Td>
                ))}
              </Table.Tr>
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

function rate(share: number | undefined): string {
  return share === undefined ? '–' : percent.format(share);
}
