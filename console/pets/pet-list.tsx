import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import type { Pet } from '../../client/index.ts';
import { useFirstPhotos } from '../data/queries.ts';
import { DataTable } from '../listing/data-table.tsx';
import { Thumbnail } from '../photos/photo-picture.tsx';
import { StatusBadge } from '../ui/tags.tsx';
import { CategoryName } from './categories.tsx';

export function PetList({ pets }: { pets: readonly Pet[] }) {
  const photos = useFirstPhotos(pets.map(({ id }) => id));
  return (
    <DataTable
      label="Animals"
      items={pets}
      columns={[
        { label: 'Number', part: 'fact', className: 'id', cell: ({ id }) => String(id) },
        {
          label: 'Name',
          part: 'heading',
          cell: ({ id, name }) => (
            <Group gap="sm" wrap="nowrap">
              {photos.size > 0 && <Thumbnail photo={photos.get(id)} />}
              <Anchor component={Link} href={`/animals/${id}`} className="name" inherit fw={500}>
                {name}
              </Anchor>
            </Group>
          ),
        },
        { label: 'Category', part: 'fact', cell: ({ categoryId }) => <CategoryName id={categoryId} /> },
        { label: 'Status', part: 'mark', cell: ({ status }) => status && <StatusBadge status={status} /> },
      ]}
    />
  );
}
