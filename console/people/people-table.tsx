import { Group, Text } from '@mantine/core';
import type { Person } from '../../client/index.ts';
import { roleLabel } from '../keys/permissions.ts';
import { DataTable } from '../listing/data-table.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { SmallActionButton, SmallButton } from '../ui/action-button.tsx';
import { Name } from '../ui/name.tsx';
import { Note } from '../ui/page.tsx';
import { TagBadge } from '../ui/status.tsx';
import { Day } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { useInvite } from './use-invite.tsx';

/** The narrowest window in which all columns have room. */
export const peopleTableFrom = '75em';

const actions = ['devices', 'change', 'remove'] as const;
/** What is done in a dialog. */
export type PersonAction = (typeof actions)[number];

interface PeopleTableProps {
  people: readonly Person[];
  onChoose(action: PersonAction, person: Person): void;
}

export function PeopleTable({ people, onChoose }: PeopleTableProps) {
  const words = pageTexts.people;
  return (
    <DataTable
      label={words.table}
      items={people}
      tableFrom={peopleTableFrom}
      columns={[
        { label: pageTexts.ui.name, part: 'heading', minWidth: 160, cell: (person) => <PersonName person={person} /> },
        { label: words.role, part: 'mark', cell: ({ role }) => <Text size="sm">{roleLabel(role)}</Text> },
        {
          label: words.added,
          part: 'fact',
          cell: ({ createdAt }) => (
            <Text span size="sm">
              <Day at={createdAt} />
            </Text>
          ),
        },
        {
          label: pageTexts.ui.actions,
          part: 'other',
          cell: (person) => (
            <Group gap="xs">
              <LinkButton person={person} />
              {actions.map((action) => (
                <SmallButton
                  key={action}
                  aria-label={words[action].title(person.name)}
                  onClick={() => onChoose(action, person)}
                >
                  {words[action].label}
                </SmallButton>
              ))}
            </Group>
          ),
        },
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
        {id === key.personId && <TagBadge color="brand">{pageTexts.ui.you}</TagBadge>}
      </Group>
      {email !== undefined && <Note className="name">{email}</Note>}
    </div>
  );
}

/** Makes a link by which the person signs in on one more device. */
function LinkButton({ person }: { person: Person }) {
  const invite = useInvite();
  const words = pageTexts.people.link;
  const inviting = useAction(
    async (opener: Element) => {
      await invite(person, opener);
      return undefined;
    },
    { failed: () => words.failed(<Name>{person.name}</Name>) },
  );
  return (
    <SmallActionButton
      subject={String(person.id)}
      aria-label={words.title(person.name)}
      loading={inviting.isPending}
      onClick={({ currentTarget }) => inviting.start(currentTarget)}
    >
      {words.label}
    </SmallActionButton>
  );
}
