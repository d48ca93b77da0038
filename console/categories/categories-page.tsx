import { Anchor, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Category } from '../../client/index.ts';
import { findNameError } from '../../contract/names.ts';
import { useCategories } from '../data/queries.ts';
import { useCloseDialog, useOpenDialog } from '../lib/dialog-host.tsx';
import { formatCount } from '../lib/formats.ts';
import { textInput, useFormMutation } from '../lib/mutations.ts';
import { useReload } from '../lib/queries.ts';
import { tagged } from '../lib/tagged.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { DataTable } from '../listing/data-table.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { ConfirmDialog, FormDialog, useClosingForm } from '../ui/dialog.tsx';
import { Name } from '../ui/inline.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { type CategoryUse, findFreeNumber, orderByUse } from './category-use.ts';

const said = texts.categories;

/** The next ones are found by their names. */
const mostShown = 200;

export function CategoriesPage() {
  const { client, can } = useSession();
  const { list } = useCategories();
  const [wanted, setWanted] = useState('');
  const open = useOpenDialog();
  const counts = useQuery({
    queryKey: ['inventory', 'by category'],
    queryFn: ({ signal }) => Array.fromAsync(client.inventory.categories({ signal })),
  });
  const canWrite = can('pets:write');
  return (
    <PageFrame
      title={texts.pages['/categories']}
      actions={canWrite && <Button onClick={() => open(<NameDialog categories={list} />)}>{said.add}</Button>}
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
                    label: texts.ui.name,
                    part: 'heading',
                    cell: (category) => (
                      <Anchor component={Link} href={`/animals?category=${category.id}`} className="name touch">
                        {category.name ?? texts.pets.unnamed(String(category.id))}
                      </Anchor>
                    ),
                  },
                  { label: texts.pages['/animals'], part: 'fact', cell: ({ animals }) => formatCount(animals) },
                  { label: said.available, part: 'fact', cell: ({ available }) => formatCount(available) },
                  {
                    label: texts.ui.actions,
                    part: 'other',
                    cell: (category) =>
                      canWrite && (
                        <Group gap="xs" wrap="nowrap">
                          <SmallButton
                            aria-label={
                              category.name === undefined
                                ? said.giveTo(String(category.id))
                                : said.renameOf(category.name)
                            }
                            onClick={() => open(<NameDialog category={category} categories={list} />)}
                          >
                            {category.name === undefined ? said.give : said.rename}
                          </SmallButton>
                          <CategoryMenu category={category} others={list} />
                        </Group>
                      ),
                  },
                ]}
              />
            </>
          );
        }}
      </Readable>
    </PageFrame>
  );
}

interface NameDialogProps {
  /** The one to name; a new one if it is missing. */
  category?: CategoryUse;
  categories: readonly Category[];
}

/** Gives a category a name, unless somebody has named it since it was seen. */
function NameDialog({ category, categories }: NameDialogProps) {
  const close = useCloseDialog();
  const { client } = useSession();
  const reload = useReload('categories', 'pets');
  const [name, setName] = useState(category?.name ?? '');
  const wanted = name.trim();
  const id = category?.id ?? findFreeNumber(wanted, categories);
  const form = useFormMutation(async (target: bigint) => {
    const seen = await tagged((onAnswer) => client.categories.get(target, { onAnswer })).catch(
      unlessGone('category_not_found'),
    );
    const isDone = seen?.value.name === wanted;
    if (!isDone && seen?.value.name !== category?.name) throw new Error(said.meanwhile);
    if (!isDone) await client.categories.put(target, { name: wanted }, { ifMatch: seen?.tag });
    void reload();
    notifyDone(texts.ui.saved(<Name>{wanted}</Name>));
    close();
  });
  const submit = () => {
    const isTaken = categories.some(
      (other) => other.id !== id && other.name.trim().toLowerCase() === wanted.toLowerCase(),
    );
    const fault = findNameError(wanted);
    if (wanted === '') return form.reject({ name: said.nameMissing });
    if (fault !== undefined) return form.reject({ name: texts.ui.nameFault(fault, wanted) });
    if (id === undefined) return form.reject({ name: said.isNumber });
    if (isTaken) return form.reject({ name: said.isTaken });
    form.submit(id);
  };
  return (
    <FormDialog
      title={category === undefined ? said.add : said.nameIt}
      submitLabel={texts.ui.save}
      state={form}
      onSubmit={submit}
    >
      <TextInput label={texts.ui.name} {...textInput(name, form.fieldErrors['name'], setName)} />
    </FormDialog>
  );
}

interface CategoryMenuProps {
  category: CategoryUse;
  others: readonly Category[];
}

function CategoryMenu({ category, others }: CategoryMenuProps) {
  const open = useOpenDialog();
  const { client } = useSession();
  const reload = useReload('categories', 'pets', 'inventory');
  const { id, name = texts.pets.unnamed(String(id)), animals } = category;
  const remove = async () => {
    await client.categories.remove(id).catch(unlessGone('category_not_found'));
    void reload();
    return said.removed(<Name>{name}</Name>);
  };
  const removing = (
    <ConfirmDialog title={said.removeTitle(<Name>{name}</Name>)} submitLabel={said.remove} act={remove}>
      <Text>{said.removeText}</Text>
    </ConfirmDialog>
  );
  const targets = others.filter((other) => other.id !== id);
  return (
    <MoreMenu
      label={said.more(name)}
      entries={[
        {
          label: said.merge,
          isDisabled: targets.length === 0,
          start: () => open(<MergeDialog category={{ ...category, name }} others={targets} />),
        },
        { label: said.remove, isDisabled: animals > 0n || category.name === undefined, start: () => open(removing) },
      ]}
    />
  );
}

/** Moves all animals of a category to another one. What an attempt without an answer has moved stays there. */
function MergeDialog({ category, others }: CategoryMenuProps & { category: { readonly name: string } }) {
  const { client } = useSession();
  const reload = useReload('categories', 'pets', 'inventory');
  const choices = others.toSorted((one, other) => one.name.localeCompare(other.name));
  const [into, setInto] = useState(String(choices[0]?.id ?? ''));
  const form = useClosingForm(async () => {
    await client.categories
      .merge(category.id, { into: BigInt(into) })
      .catch(unlessGone('category_not_found'))
      .finally(() => void reload());
    return said.merged(
      <Name>{category.name}</Name>,
      <Name>{choices.find(({ id }) => String(id) === into)?.name ?? into}</Name>,
    );
  });
  return (
    <FormDialog
      title={said.mergeTitle(<Name>{category.name}</Name>)}
      submitLabel={said.merge}
      state={form}
      onSubmit={form.submit}
    >
      <Text>{said.mergeText(Number(category.animals), formatCount(category.animals))}</Text>
      <NativeSelect
        label={said.mergeInto}
        data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={into}
        onChange={({ currentTarget }) => setInto(currentTarget.value)}
      />
    </FormDialog>
  );
}
