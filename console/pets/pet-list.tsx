import { Anchor, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Pet, Photo } from '../../client/index.ts';
import { useFirstPhotos } from '../data/queries.ts';
import { useIsPhone } from '../listing/list-skeleton.tsx';
import { Thumbnail } from '../photos/photo-picture.tsx';
import { StatusBadge } from '../ui/tags.tsx';
import { CategoryName } from './categories.tsx';

/** Animals with their photos: a table where it has room, cards elsewhere. */
export function PetList({ pets }: { pets: readonly Pet[] }) {
  const photos = useFirstPhotos(pets.map(({ id }) => id));
  return useIsPhone() ? <PetCards pets={pets} photos={photos} /> : <PetTable pets={pets} photos={photos} />;
}

interface PetsProps {
  pets: readonly Pet[];
  /** By the ids of the animals. */
  photos: ReadonlyMap<bigint, Photo>;
}

function PetTable({ pets, photos }: PetsProps) {
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
              <Group gap="sm" wrap="nowrap">
                {photos.size > 0 && <Thumbnail photo={photos.get(id)} />}
                <Anchor component={Link} href={`/animals/${id}`} className="name" inherit fw={500}>
                  {name}
                </Anchor>
              </Group>
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

function PetCards({ pets, photos }: PetsProps) {
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {pets.map(({ id, name, categoryId, status }) => (
        <li key={String(id)}>
          <Paper withBorder p="sm" component={Link} href={`/animals/${id}`} display="block" c="inherit" td="none">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Group gap="sm" wrap="nowrap">
                {photos.size > 0 && <Thumbnail photo={photos.get(id)} />}
                <Text fw={600} className="name">
                  {name}
                </Text>
              </Group>
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
