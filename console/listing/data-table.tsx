import { useIsNarrow } from '../ui/page.tsx';
import './data-table.css';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface Column<Item> {
  readonly label: string;
  /** Where it stands in a card: the heading at its top, a mark beside that, or below, with its label where it is a fact. */
  readonly part: 'heading' | 'mark' | 'fact' | 'other';
  readonly minWidth?: number;
  cell(item: Item): ReactNode;
}

interface DataTableProps<Item> {
  label: string;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  /** The narrowest window for a table. */
  tableFrom?: string;
}

/** A table where it has room. Elsewhere each row looks like a card: the roles keep it a table for screen readers. */
export function DataTable<Item extends { readonly id: bigint }>({
  label,
  items,
  columns,
  tableFrom,
}: DataTableProps<Item>) {
  const isNarrow = useIsNarrow(tableFrom);
  return (
    <Table verticalSpacing="xs" highlightOnHover={!isNarrow} role="table" aria-label={label} data-cards={isNarrow}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((column) => (
            <Table.Th key={column.label} scope="col" role="columnheader">
              {column.label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {items.map((item) => (
          <Table.Tr key={String(item.id)} role="row">
            {columns.map((column) => (
              <Table.Td
                key={column.label}
                role="cell"
                miw={column.minWidth}
                data-part={column.part}
                data-label={column.label}
              >
                {column.cell(item)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
