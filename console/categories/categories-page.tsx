import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Category, PetstoreError } from '../../client/index.ts';
import { findNameError } from '../../client/resources/names.ts';
import { tagged } from '../../client/transport/tagged.ts';
import { useCategories } from '../data/queries.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { formatCount } from '../lib/numbers.ts';
import { useReload } from '../lib/queries.ts';
import { DataTable } from '../listing/data-table.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { type CategoryUse, findFreeNumber, orderByUse } from './category-use.ts';

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
    <Anchor component={Link} href={`/animals?category=${category.id}`} className="name touch">
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

interface NameDialogProps {
  /** The one to name; a new one if it is missing. */
  category?: CategoryUse;
  categories: readonly Category[];
  onClose: () => void;
}

/** Gives a category a name, unless somebody has named it since it was seen. */
function NameDialog({ category, categories, onClose }: NameDialogProps) {
  const { client } = useSession();
  const reload = useReload('categories', 'pets');
  const [name, setName] = useState(category?.name ?? '');
  const wanted = name.trim();
  const id = category?.id ?? findFreeNumber(wanted, categories);
  const form = useFormMutation(async (target: bigint) => {
    const seen = await tagged((onAnswer) => client.categories.get(target, { onAnswer })).catch(ifUnnamed);
    const isDone = seen?.value.name === wanted;
    if (!isDone && seen?.value.name !== category?.name) throw new Error(said.meanwhile);
    if (!isDone) await client.categories.put(target, { name: wanted }, { ifMatch: seen?.tag });
    void reload();
    notifyDone(said.saved(<Name>{wanted}</Name>));
    onClose();
  });
  const submit = () => {
    const isTaken = categories.some(
      (other) => other.id !== id && other.name.trim().toLowerCase() === wanted.toLowerCase(),
    );
    const fault = findNameError(wanted);
    if (wanted === '') return form.reject({ name: said.nameMissing });
    if (fault !== undefined) return form.reject({ name: said.nameFault(fault) });
    if (id === undefined) return form.reject({ name: said.isNumber });
    if (isTaken) return form.reject({ name: said.isTaken });
    form.submit(id);
  };
  return (
    <FormDialog
      title={category === undefined ? said.add : said.nameIt}
      submitLabel={pageTexts.ui.save}
      state={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={pageTexts.ui.name}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={form.fieldErrors['name']}
      />
    </FormDialog>
  );
}

function ifUnnamed(error: unknown): undefined {
  if (!(error instanceof PetstoreError) || error.code !== 'category_not_found') throw error;
}
