import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useCategories } from '../data/queries.ts';
import { formatCount } from '../lib/numbers.ts';
import { DataTable } from '../listing/data-table.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { type CategoryUse, orderByUse } from './category-use.ts';
import { NameDialog } from './name-dialog.tsx';

const said = pageTexts.categories;

/** The next ones are found by their names. */
const mostShown = 200;

/** The categories, those with most animals first. */
export function CategoriesPage() {
  const { client, can } = useSession();
  const { list } = useCategories();
  const [wanted, setWanted] = useState('');
  const [named, setNamed] = useState<{ category?: CategoryUse }>();
  const counts = useQuery({
    queryKey: ['inventory', 'by category'],
    queryFn: ({ signal }) => Array.fromAsync(client.inventory.categories({ signal })),
  });
  const canWrite = can('pets:write');
  return (
    <PageFrame
      title={texts.pages['/categories']}
      actions={canWrite && <Button onClick={() => setNamed({})}>{said.add}</Button>}
    >
      <TextInput
        type="search"
        label={texts.pets.search}
        maw={360}
        value={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
      />
      <Readable query={counts} height={320}>
        {(inventory) => {
          const text = wanted.trim().toLowerCase();
          const found = orderByUse(list, inventory).filter(({ name }) => (name ?? '').toLowerCase().includes(text));
          return (
            <>
              <Text size="sm" role="status">
                {said.counted(found.length, formatCount(found.length))}
                {found.length > mostShown && said.first(formatCount(mostShown))}
              </Text>
              <DataTable
                label={texts.pages['/categories']}
                items={found.slice(0, mostShown)}
                columns={[
                  {
                    label: pageTexts.ui.name,
                    part: 'heading',
                    cell: (category) => <CategoryLink category={category} />,
                  },
                  { label: texts.pages['/animals'], part: 'fact', cell: ({ animals }) => formatCount(animals) },
                  { label: said.available, part: 'fact', cell: ({ available }) => formatCount(available) },
                  {
                    label: pageTexts.ui.actions,
                    part: 'other',
                    cell: (category) =>
                      canWrite && <NameButton category={category} onPress={() => setNamed({ category })} />,
                  },
                ]}
              />
            </>
          );
        }}
      </Readable>
      {named !== undefined && <NameDialog {...named} categories={list} onClose={() => setNamed(undefined)} />}
    </PageFrame>
  );
}

/** The number tells those apart that have no name. */
function nameOf({ id, name }: CategoryUse): string {
  return name ?? texts.pets.unnamed(String(id));
}

function CategoryLink({ category }: { category: CategoryUse }) {
  return (
    <Anchor component={Link} href={`/animals?category=${category.id}`} className="name">
      {nameOf(category)}
    </Anchor>
  );
}

function NameButton({ category: { id, name }, onPress }: { category: CategoryUse; onPress: () => void }) {
  return (
    <SmallButton aria-label={name === undefined ? said.giveTo(String(id)) : said.renameOf(name)} onClick={onPress}>
      {name === undefined ? said.give : said.rename}
    </SmallButton>
  );
}
