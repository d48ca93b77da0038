import { Table } from '@mantine/core';
import type { PeriodStatistics } from '../../client/index.ts';
import { formatCount } from '../lib/formats.ts';
import { texts } from '../texts/page-texts.ts';

const words = texts.overview;

interface MonthsTableProps {
  months: readonly PeriodStatistics[];
  format: Intl.DateTimeFormat;
}

export function MonthsTable({ months, format }: MonthsTableProps) {
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
            <Table.Th scope="row">{format.format(new Date(start))}</Table.Th>
            <Table.Td>{formatCount(adopted)}</Table.Td>
            <Table.Td>{formatCount(returned)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
