import { Table } from '@mantine/core';
import type { ImportProgress } from '../../../client/import/import-run.ts';
import { formatCount } from '../../lib/numbers.ts';

/** The counts of rows by result. */
export function Counts({ progress }: { progress: ImportProgress }) {
  const { added, alreadyThere, rejected, namedCategories } = progress;
  const counts = [
    ['Added', added],
    ['Were there already', alreadyThere],
    ['Rejected', rejected],
    ...(namedCategories > 0 ? ([['New categories', namedCategories]] as const) : []),
  ] as const;
  return (
    <Table maw={320} withRowBorders={false} aria-label="Rows">
      <Table.Tbody>
        {counts.map(([label, count]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="right" fw={700}>
              {formatCount(count)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
