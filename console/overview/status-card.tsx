import { Anchor, ColorSwatch, Group, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Inventory, petStatuses } from '../../client/index.ts';
import { formatCount, formatShare } from '../lib/numbers.ts';
import { petWords } from '../ui/words.ts';
import { Card, statusColors } from './card.tsx';
import { totalOf } from './queries.ts';

export function StatusCard({ inventory }: { inventory: Inventory }) {
  const total = totalOf(inventory);
  const counts = petStatuses.map((status) => ({ status, count: inventory[status] }));
  return (
    <Card title="Animals by status">
      <Table aria-label="Animals by status" withRowBorders={false}>
        <Table.Tbody>
          {counts.map(({ status, count }) => (
            <Table.Tr key={status}>
              <Table.Th scope="row" fw={400}>
                <Group gap="xs" wrap="nowrap">
                  <ColorSwatch size={14} color={`var(--mantine-color-${statusColors[status].replace('.', '-')})`} />
                  <Anchor component={Link} href={`/animals?status=${status}`}>
                    {petWords[status]}
                  </Anchor>
                </Group>
              </Table.Th>
              <Table.Td ta="right" fw={700}>
                {formatCount(count)}
              </Table.Td>
              <Table.Td ta="right" c="dimmed">
                {formatShare(count, total)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {formatCount(total)} {total === 1n ? 'animal' : 'animals'} in total.
      </Text>
    </Card>
  );
}
