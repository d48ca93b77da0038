import { Anchor, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Pet } from '../../client/index.ts';
import { useIsPhone } from '../listing/list-skeleton.tsx';
import { StatusBadge } from '../ui/tags.tsx';
import { CategoryName } from './categories.tsx';

/** Animals: a table where it has room, cards elsewhere. */
export function PetList({ pets }: { pets: readonly Pet[] }) {
  return useIsPhone() ? <PetCards pets={pets} /> : <PetTable pets={pets} />;
}

function PetTable({ pets }: { pets: readonly Pet[] }) {
  return (
    <Table verticalSpacing="xs" highlightOnHover aria-label="Animals">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Number</Table.Th>
          <Table.Th scope="col">Name</Table.Th>
          <Table.Th scope="col">Category</Table.Th>
          <Table.Th scope="col">Status</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {pets.map(({ id, name, categoryId, status }) => (
          <Table.Tr key={String(id)}>
            <Table.Td className="id">{String(id)}</Table.Td>
            <Table.Td>
              <Anchor component={Link} href={`/animals/${id}`} className="name" inherit fw={500}>
                {name}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <CategoryName id={categoryId} />
            </Table.Td>
            <Table.Td>{status !== undefined && <StatusBadge status={status} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PetCards({ pets }: { pets: readonly Pet[] }) {
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {pets.map(({ id, name, categoryId, status }) => (
        <li key={String(id)}>
          <Paper withBorder p="sm" component={Link} href={`/animals/${id}`} display="block" c="inherit" td="none">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Text fw={600} className="name">
                {name}
              </Text>
              {status !== undefined && <StatusBadge status={status} />}
            </Group>
            <Text size="sm">
              Number <span className="id">{String(id)}</span>
            </Text>
            <Text size="sm">
              Category <CategoryName id={categoryId} />
            </Text>
          </Paper>
        </li>
      ))}
    </Stack>
  );
}
