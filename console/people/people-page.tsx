import { Alert, Button, Group, Text } from '@mantine/core';
import type { Person } from '../../client/index.ts';
import { labelOf } from '../keys/permissions.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useReopening } from '../lib/drafts.ts';
import { usePages, useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { DataTable } from '../listing/data-table.tsx';
import { DevicesDialog } from '../session/devices-dialog.tsx';
import { useSession } from '../session/session.tsx';
import { useInvite } from '../session/use-invite.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton, SmallButton } from '../ui/action-button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Day, isolated, Name, TagBadge } from '../ui/inline.tsx';
import { useAction } from '../ui/notify.tsx';
import { EmptyState, Note, PageFrame, useIsNarrow } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { newPersonDraft, PersonDialog } from './person-dialog.tsx';

const { ui, people: words } = texts;
const pageSize = 25;
/** The narrowest window in which all columns have room. */
const tableFrom = '75em';

export function PeoplePage() {
  const { client } = useSession();
  const open = useOpenDialog();
  const add = () => open(<PersonDialog />);
  useReopening(newPersonDraft, add);
  const query = usePages({
    queryKey: ['people', 'list'],
    read: (cursor, signal) => client.people.list({ limit: pageSize, cursor, signal }).page(),
  });
  const invite = <Button onClick={add}>{words.invite}</Button>;
  const isEmpty = query.data?.pages[0]?.items.length === 0;
  return (
    <PageFrame title={texts.pages['/people']} actions={!isEmpty && invite}>
      <ReadablePages
        query={query}
        height={useIsNarrow(tableFrom) ? 640 : 320}
        empty={
          <EmptyState title={words.none} actions={invite}>
            {words.noneText}
          </EmptyState>
        }
      >
        {(people) => <PeopleTable people={people} />}
      </ReadablePages>
    </PageFrame>
  );
}

function PeopleTable({ people }: { people: readonly Person[] }) {
  return (
    <DataTable
      label={texts.pages['/people']}
      items={people}
      tableFrom={tableFrom}
      columns={[
        { label: ui.name, part: 'heading', minWidth: 160, cell: (person) => <PersonName person={person} /> },
        {
          label: texts.keys.role,
          part: 'mark',
          cell: ({ role }) => <Text size="sm">{labelOf(texts.keys.roles, role)}</Text>,
        },
        { label: words.added, part: 'fact', cell: ({ createdAt }) => <Day at={createdAt} /> },
        { label: ui.actions, part: 'other', cell: (person) => <PersonActions person={person} /> },
      ]}
    />
  );
}

function PersonName({ person: { id, name, email } }: { person: Person }) {
  const { key } = useSession();
  return (
    <div>
      <Group gap="xs">
        <Text fw={600} component="div">
          <Name>{name}</Name>
        </Text>
        {id === key.personId && <TagBadge color="brand">{ui.you}</TagBadge>}
      </Group>
      {email !== undefined && <Note className="name">{email}</Note>}
    </div>
  );
}

function PersonActions({ person }: { person: Person }) {
  const { id, name } = person;
  const { client, key, signOut } = useSession();
  const open = useOpenDialog();
  const reload = useReload('people');
  const remove = async () => {
    await client.people.remove(id).catch(unlessGone('person_not_found'));
    if (id === key.personId) return signOut(words.removedYourself);
    void reload();
    return words.removed(<Name>{name}</Name>);
  };
  const removing = (
    <ConfirmDialog title={words.remove.title(isolated(name))} submitLabel={words.removeIt} act={remove}>
      <Text>{words.removeText(<Name>{name}</Name>)}</Text>
      {id === key.personId && (
        <Alert color="orange" role="note">
          {words.isYou}
        </Alert>
      )}
    </ConfirmDialog>
  );
  const actions = [
    { ...words.devices, dialog: <DevicesDialog title={words.devices.title(isolated(name))} personId={id} /> },
    { ...words.change, dialog: <PersonDialog person={person} /> },
    { ...words.remove, dialog: removing },
  ];
  return (
    <Group gap="xs">
      <LinkButton person={person} />
      {actions.map(({ label, title, dialog }) => (
        <SmallButton key={label} aria-label={title(name)} onClick={() => open(dialog)}>
          {label}
        </SmallButton>
      ))}
    </Group>
  );
}

/** Makes a link by which the person signs in on one more device. */
function LinkButton({ person }: { person: Person }) {
  const invite = useInvite();
  const { label, failed } = words.link;
  const inviting = useAction((opener: Element) => invite(person, opener), {
    failed: () => failed(<Name>{person.name}</Name>),
  });
  return (
    <SmallActionButton
      subject={String(person.id)}
      aria-label={texts.session.linkFor(person.name).title}
      loading={inviting.isPending}
      onClick={({ currentTarget }) => inviting.start(currentTarget)}
    >
      {label}
    </SmallActionButton>
  );
}
